/// The readable name of a function in a backtrace.
package struct SymbolName {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// The name without the closures and the compiler's partial functions around it:
  /// `closure #1 in Feed.load()` is `Feed.load()`.
  package var function: String {
    // The last part names the function that contains all others. Top-level code has no name.
    let name = text.split(separator: " in ", omittingEmptySubsequences: false).last ?? text[...]
    if name.isEmpty { return "top-level code" }
    let words = name.split(separator: " ").drop { Self.prefixes.contains($0) }
    var function = words.isEmpty ? String(name) : words.joined(separator: " ")
    // Leave out the accessor of a property, and the kind of an operator: `Vector.+ infix(_:_:)`.
    let accessor = Self.accessors.first(where: function.hasSuffix)
    function.removeLast(accessor?.count ?? 0)
    return Self.operators.reduce(function) { $0.replacing($1, with: "(") }
  }

  /// The location of a macro, if the symbol is an expansion of the macro:
  /// `closure #1 in freestanding macro expansion #1 of expect in module Mail file MailTests.swift line 12 column 5`.
  var macro: (path: String, line: Int)? {
    guard let file = text.split(separator: " in module ").last?.split(separator: " file "),
      let location = file.last?.split(separator: " line "), file.count == 2, location.count == 2,
      let line = Int(location[1].prefix(while: \.isNumber))
    else { return nil }
    return (String(location[0]), line)
  }

  private static let prefixes: Set<Substring> = ["static", "specialized", "merged", "@objc"]

  private static let accessors = [".getter", ".setter", ".modify", ".read"]
  private static let operators = [" infix(", " prefix(", " postfix("]

  /// Returns a Boolean value that indicates whether the function belongs to a type.
  package func mentions(_ type: String) -> Bool {
    text.split(separator: " ").contains { word in
      word == type || word.hasPrefix(type + ".") || word.hasPrefix(type + "<")
        || word.contains("." + type + ".")
    }
  }

  /// Returns the name of a type without its module, its context, and its generic arguments.
  package static func baseName(of type: Any.Type) -> String {
    String("\(type)".prefix { $0 != "<" && $0 != " " })
  }

  /// Returns a Boolean value that indicates whether a mangled name belongs to a module of this package.
  package static func isOfLibrary(_ mangled: String) -> Bool {
    guard mangled.hasPrefix("$s") else { return false }
    // An extension of a type of the standard library names its module after the type.
    let name = nameAfterStandardType(in: mangled) ?? mangled.dropFirst(2)
    let digits = name.prefix(while: \.isNumber)
    guard let length = Int(digits) else { return false }
    return modules.contains(name.dropFirst(digits.count).prefix(length))
  }

  /// Returns a Boolean value that indicates whether a mangled name belongs to an autoclosure.
  static func isAutoclosure(_ mangled: String) -> Bool {
    withoutIndex(mangled)?.hasSuffix("fu") == true
  }

  /// Returns a Boolean value that indicates whether a closure is in a function. Both names are mangled.
  static func isPart(_ closure: String, of function: String) -> Bool {
    // An asynchronous function consists of several, such as the one that ends with `TY2_`.
    guard let name = withoutIndex(function), name.hasSuffix("TY") || name.hasSuffix("TQ") else {
      return closure.hasPrefix(function)
    }
    return closure.hasPrefix(name.dropLast(2))
  }

  /// Returns a mangled name without the index at its end, such as `_` or `2_`. `nil` if it has none.
  private static func withoutIndex(_ mangled: String) -> Substring? {
    guard mangled.hasSuffix("_") else { return nil }
    var name = mangled.dropLast()
    while name.last?.isNumber == true { name.removeLast() }
    return name
  }

  /// Returns a Boolean value that indicates whether a mangled name belongs to the standard library, which has generic
  /// functions in every program.
  package static func isOfStandardLibrary(_ mangled: String) -> Bool {
    guard let rest = nameAfterStandardType(in: mangled) else { return false }
    // In an extension, the module of the extension follows, then its constraints, and the letter E.
    guard let constraints = rest.droppingIdentifier else { return true }
    return !isExtension(constraints)
  }

  /// Returns the rest of a mangled name that begins with a type of the standard library, or of another language. `nil`
  /// if it begins differently.
  private static func nameAfterStandardType(in mangled: String) -> Substring? {
    guard mangled.hasPrefix("$s") else { return nil }
    let name = mangled.dropFirst(2)
    guard name.hasPrefix("s") || name.hasPrefix("S") else { return nil }
    // Such types are `$sSa`, `$sScA`, `$ss6ResultO`, and `$sSo16UIViewControllerC`.
    let rest = name.dropFirst(name.hasPrefix("s") ? 1 : name.hasPrefix("Sc") ? 3 : 2)
    guard name.hasPrefix("s") || name.hasPrefix("So") else { return rest }
    return (rest.droppingIdentifier ?? rest).dropFirst()
  }

  /// Returns a Boolean value that indicates whether an extension is declared before the first function.
  private static func isExtension(_ mangled: Substring) -> Bool {
    var rest = mangled
    while let operation = rest.first {
      if let others = rest.droppingIdentifier {
        rest = others
        continue
      }
      switch operation {
      case "E": return true
      case "F": return false
      // A type of the library, and a repetition: `Si`, `AbC`.
      case "S": rest = rest.dropFirst(2)
      case "A": rest = rest.dropFirst().drop(while: \.isLowercase).dropFirst()
      default: rest = rest.dropFirst()
      }
    }
    return false
  }

  private static let modules: Set<Substring> = [
    "Faked", "FakedTesting", "FakedScheduler", "FakedExplore", "FakedReplay", "FakedRecording",
    "FakedClients", "FakeableClients",
  ]
}

extension Substring {
  /// The text after an identifier that begins with its length. `nil` if there is none.
  fileprivate var droppingIdentifier: Substring? {
    let digits = prefix(while: \.isNumber)
    return Int(digits).map { dropFirst(digits.count + $0) }
  }
}
