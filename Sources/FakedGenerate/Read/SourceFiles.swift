import Foundation

/// The source files of protocols, each read once: they tell what the compiler leaves out.
///
/// Unchecked, because the one variable is only used under the lock.
final class SourceFiles: @unchecked Sendable {
  private let lock = NSLock()
  private var files: [String: SourceFile] = [:]

  /// The file that declares a symbol; without a line where it is no longer there.
  func file(of symbol: Symbol) -> SourceFile {
    let uri = symbol.location?.uri ?? ""
    lock.lock()
    defer { lock.unlock() }
    if let known = files[uri] { return known }
    let text = symbol.file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    let file = SourceFile(text)
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

  init(_ text: String) {
    lines = text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
    let hasConditions = text.contains("#if")
    imports = SourceImports(lines: lines)
    conditions = hasConditions ? SourceFile.conditions(of: lines) : []
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

  /// The declaration that begins at a symbol, up to its brace.
  func head(of symbol: Symbol) -> String {
    guard let line = symbol.location?.line else { return "" }
    let text = lines.dropFirst(line).prefix(10).joined(separator: "\n")
    return String(text.prefix { $0 != "{" }).replacing("~ ", with: "~")
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
    let words = condition.replacing(/\w+\([^)]*\)/, with: "").split { !$0.isLetter && $0 != "_" }
    let known: Set<Substring> = ["if", "elseif", "else", "endif", "DEBUG", "true", "false"]
    return !known.isSuperset(of: words)
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
