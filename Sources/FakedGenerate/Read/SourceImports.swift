import Foundation

/// The imports of a source file, as they are taken into the file of a fake.
struct SourceImports: Sendable {
  /// Imports without a condition, in order and without repetition.
  private(set) var plain: [String] = []
  /// Blocks from `#if` to `#endif` that have nothing but imports.
  private(set) var conditional: [String] = []

  mutating func add(_ line: String) {
    if !plain.contains(line) { plain.append(line) }
  }

  mutating func add(_ other: SourceImports) {
    for line in other.plain { add(line) }
    conditional += other.conditional.filter { !conditional.contains($0) }
  }

  init() {}

  init(lines: [String]) {
    var block: [String] = []
    var depth = 0
    for line in lines where line.contains("#") || line.contains("import") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("#if") { depth += 1 }
      if depth == 0 {
        if let statement = SourceImports.statement(line) { add(statement) }
      } else if line.hasPrefix("#") {
        block.append(line)
      } else if let statement = SourceImports.statement(line) {
        block.append("  " + statement)
      }
      if line.hasPrefix("#endif") {
        depth -= 1
        if depth == 0 { finish(&block) }
      }
    }
  }

  private mutating func finish(_ block: inout [String]) {
    let text = block.joined(separator: "\n")
    let isSimple = block.filter { $0.hasPrefix("#if") }.count == 1
    if isSimple, block.contains(where: { !$0.hasPrefix("#") }), !conditional.contains(text) {
      conditional.append(text)
    }
    block = []
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
