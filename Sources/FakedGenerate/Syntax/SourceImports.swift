import Foundation

/// The imports of a source file, as they are taken into the file of a fake.
struct SourceImports: Sendable {
  /// Imports without a condition, in order and without repetition.
  private(set) var plain: [String] = []
  /// Blocks from `#if` to `#endif` that have nothing but imports.
  private(set) var conditional: [String] = []
  /// Whether flags that only its own target may have decide what is imported.
  private(set) var dependsOnFlags = false

  mutating func add(_ line: String) {
    if !plain.contains(line) { plain.append(line) }
  }

  mutating func add(_ other: SourceImports) {
    for line in other.plain { add(line) }
    conditional += other.conditional.filter { !conditional.contains($0) }
    dependsOnFlags = dependsOnFlags || other.dependsOnFlags
  }

  init() {}

  init(lines: [String]) {
    // The blocks that are open, each with its lines so far.
    var open: [[String]] = []
    for line in lines where line.contains("#") || line.contains("import") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("#if") { open.append([]) }
      if open.isEmpty {
        if let statement = SourceImports.statement(line) { add(statement) }
      } else if ["#if", "#else", "#endif"].contains(where: line.hasPrefix) {
        open[open.count - 1].append(line)
      } else if let statement = SourceImports.statement(line) {
        open[open.count - 1].append("  " + statement)
      }
      if line.hasPrefix("#endif"), let block = open.popLast() { finish(block, in: &open) }
    }
  }

  /// Keeps a block that has imports, in the one around it where there is one.
  private mutating func finish(_ block: [String], in open: inout [[String]]) {
    guard block.contains(where: { !$0.hasPrefix("#") }) else { return }
    if !open.isEmpty {
      open[open.count - 1] += block.map { "  " + $0 }
    } else {
      let text = block.joined(separator: "\n")
      if !conditional.contains(text) { conditional.append(text) }
      if block.contains(where: { $0.contains("#") && SourceFile.hasFlag($0) }) {
        dependsOnFlags = true
      }
    }
  }

  /// Whether a line imports the module.
  func mention(_ module: String) -> Bool {
    plain.contains { $0.split(whereSeparator: { " .".contains($0) }).contains { $0 == module } }
  }

  /// The import a line has, without words that say who else may see it.
  private static func statement(_ line: String) -> String? {
    let code = line.components(separatedBy: "//")[0].trimmingCharacters(in: .whitespaces)
    var words = code.split(separator: " ").map(String.init)
    let dropped: Set = [
      "public", "package", "internal", "fileprivate", "private", "@_exported",
      "@_implementationOnly",
    ]
    words.removeAll(where: dropped.contains)
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({ $0.hasPrefix("@") }), !words[..<place].contains("@testable")
    else { return nil }
    return words.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: ";"))
  }
}
