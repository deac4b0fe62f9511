import Foundation

/// The source files of protocols, each read once: they tell what the compiler leaves out.
///
/// Unchecked, because the one variable is only used under the lock.
final class SourceFiles: @unchecked Sendable {
  private let lock = NSLock()
  private var files: [String: SourceFile] = [:]
  private let unsharedFlags: [String: Set<String>]

  init(unsharedFlags: [String: Set<String>] = [:]) { self.unsharedFlags = unsharedFlags }

  /// The file that declares a symbol; without a line where it is no longer there.
  func file(of symbol: Symbol) -> SourceFile {
    let uri = symbol.location?.uri ?? ""
    lock.lock()
    defer { lock.unlock() }
    if let known = files[uri] { return known }
    let text = symbol.file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    let file = SourceFile(text, unsharedFlags[symbol.module] ?? [])
    files[uri] = file
    return file
  }
}

/// A source file, as far as fakes need it.
final class SourceFile: Sendable {
  let lines: [String]
  let imports: SourceImports
  /// The conditions of `#if` around each line; empty where the file has none.
  private let conditions: [[String]]

  init(_ text: String, _ unsharedFlags: Set<String>) {
    lines = text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
    let hasConditions = text.contains("#if")
    imports = SourceImports(lines: lines)
    let all = hasConditions ? SourceFile.conditions(of: lines) : []
    conditions = unsharedFlags.isEmpty ? all : all.map { SourceFile.without(unsharedFlags, in: $0) }
  }

  /// The conditions that hold where a symbol is declared, the outermost first.
  func conditions(at symbol: Symbol) -> [String] {
    guard let line = symbol.location?.line, conditions.indices.contains(line) else { return [] }
    return conditions[line]
  }

  /// The groups of `@_spi(Group)` before a declaration.
  func spiGroups(of symbol: Symbol) -> [String] {
    guard let location = symbol.location, lines.indices.contains(location.line) else { return [] }
    var index = location.line
    var text = String(lines[index].prefix(location.character))
    // Attributes may stand on lines of their own.
    while index > 0 {
      index -= 1
      let line = lines[index].trimmingCharacters(in: .whitespaces)
      guard line.hasPrefix("@") || line.hasPrefix("//") else { break }
      text = line + " " + text
    }
    return SourceFile.spiGroups(in: text)
  }

  private static func spiGroups(in text: String) -> [String] {
    guard text.contains("@_spi(") else { return [] }
    return text.components(separatedBy: "@_spi(").dropFirst().compactMap { part in
      part.components(separatedBy: ")").first
    }
  }

  /// The groups of a declaration, which may be those of a type or extension that it stands in.
  func spiGroups(around symbol: Symbol) -> [String] {
    let groups = spiGroups(of: symbol)
    return groups.isEmpty ? Array(Set(lines.flatMap(SourceFile.spiGroups))).sorted() : groups
  }

  /// The declaration of a symbol from its name to its brace, without comments.
  func head(of symbol: Symbol) -> String {
    guard let location = symbol.location else { return "" }
    let text = lines.dropFirst(location.line).prefix(10).joined(separator: "\n")
    let code = text.dropFirst(location.character).replacing(/\/\*[\s\S]*?\*\/|\/\/.*/, with: " ")
    return String(code.prefix { $0 != "{" }.replacing(/~\s+/, with: "~"))
  }

  private static func conditions(of lines: [String]) -> [[String]] {
    // For each `#if` that is open, its branches so far, the current one last.
    var open: [[String]] = []
    return lines.map { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("#if") {
        open.append([condition(in: line, behind: "#if")])
      } else if line.hasPrefix("#elseif"), !open.isEmpty {
        open[open.count - 1].append(condition(in: line, behind: "#elseif"))
      } else if line.hasPrefix("#else"), !open.isEmpty {
        open[open.count - 1].append("")
      } else if line.hasPrefix("#endif"), !open.isEmpty {
        open.removeLast()
      }
      return open.map(combined)
    }
  }

  private static func condition(in line: String, behind word: String) -> String {
    line.dropFirst(word.count).components(separatedBy: "//")[0]
      .trimmingCharacters(in: .whitespaces)
  }

  /// A branch is there where those before it are not.
  private static func combined(_ branches: [String]) -> String {
    let before = branches.dropLast().map { "!" + ($0.isSimple ? $0 : "(\($0))") }
    let last = branches.last.flatMap { $0.isEmpty ? nil : $0 }
    return SourceFile.all(before + [last].compactMap { $0 })
  }

  /// Whether a condition asks for more than the platform and the compiler.
  static func hasFlag(_ condition: String) -> Bool {
    let known: Set<String> = ["if", "elseif", "else", "endif", "DEBUG", "true", "false"]
    return !known.isSuperset(of: flags(in: condition))
  }

  private static func flags(in condition: String) -> [String] {
    condition.replacing(/\w+\([^)]*\)/, with: "").split {
      !$0.isLetter && !$0.isNumber && $0 != "_"
    }
    .map(String.init)
  }

  /// Conditions without the parts that ask for one of the flags, all of which hold.
  private static func without(_ flags: Set<String>, in conditions: [String]) -> [String] {
    conditions.compactMap { condition in
      let left = parts(of: condition).filter { flags.isDisjoint(with: SourceFile.flags(in: $0)) }
      return left.isEmpty ? nil : left.joined(separator: " && ")
    }
  }

  /// What stands between the outermost `&&`; all of it where there is a `||` among them.
  private static func parts(of condition: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    let spaced = condition.replacing(/&&|\|\|/) { " \($0.output) " }
    for word in spaced.split(whereSeparator: \.isWhitespace).map(String.init) {
      let isBetween = depth == 0
      depth += word.count { $0 == "(" } - word.count { $0 == ")" }
      if isBetween, word == "||" { return [condition] }
      if isBetween, word == "&&" || parts.isEmpty {
        parts.append(parts.isEmpty ? word : "")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }

  /// One condition for several that all have to hold.
  static func all(_ conditions: [String]) -> String {
    if conditions.count == 1 { return conditions[0] }
    return conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
  }
}

extension String {
  fileprivate var isSimple: Bool { !contains("&&") && !contains("||") && !hasPrefix("!") }
}
