/// The readable name of a function in a backtrace.
package struct SymbolName {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// The name without the closures and the compiler's partial functions around it:
  /// `closure #1 in Feed.load()` is `Feed.load()`.
  package var function: String {
    // The last part names the function that contains all others.
    let name = text.components(separatedBy: " in ").last ?? text
    var words = name.split(separator: " ")
    while let word = words.first, Self.prefixes.contains(word) { words.removeFirst() }
    let function = words.isEmpty ? name : words.joined(separator: " ")
    // A property is named without the function that reads or changes it.
    let accessor = Self.accessors.first(where: function.hasSuffix)
    return String(function.dropLast(accessor?.count ?? 0))
  }

  private static let prefixes: Set<Substring> = ["static", "specialized", "merged", "@objc"]

  private static let accessors = [".getter", ".setter", ".modify", ".read"]

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
    let name = mangled.dropFirst(2)
    let digits = name.prefix(while: \.isNumber)
    guard let length = Int(digits) else { return false }
    return modules.contains(name.dropFirst(digits.count).prefix(length))
  }

  /// Returns a Boolean value that indicates whether a mangled name belongs to the standard library, which has generic
  /// functions in every program.
  package static func isOfStandardLibrary(_ mangled: String) -> Bool {
    guard mangled.hasPrefix("$s") else { return false }
    let name = mangled.dropFirst(2)
    if name.hasPrefix("s") { return true }
    guard name.hasPrefix("S") else { return false }
    // A type of the library. In an extension, the module of the extension and an E follow it.
    let rest = name.dropFirst(name.hasPrefix("Sc") ? 3 : 2)
    let digits = rest.prefix(while: \.isNumber)
    guard let length = Int(digits) else { return true }
    return rest.dropFirst(digits.count + length).first != "E"
  }

  private static let modules: Set<Substring> = [
    "Faked", "FakedExplore", "FakedTesting", "FakedReplay", "FakedRecording", "FakedClients",
    "FakeableClients",
  ]
}

extension String {
  /// Returns the parts of the string between the occurrences of a separator.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
