import Foundation

/// The README of this repository, as its tests read it.
enum Readme {
  /// A fenced block: its language, its lines without the indentation of the fence, and where it is.
  struct Block {
    let language: String
    let line: Int
    var lines: [String]
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  static func text() throws -> String {
    try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  }

  static func blocks(in language: String) throws -> [Block] {
    try blocks().filter { $0.language == language }
  }

  static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var open: (block: Block, indentation: Int)?
    for (index, line) in lines(of: try text()).enumerated() {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        if let (block, _) = open {
          blocks.append(block)
          open = nil
        } else {
          let block = Block(language: String(content.dropFirst(3)), line: index + 1, lines: [])
          open = (block, line.count - content.count)
        }
      } else if let indentation = open?.indentation {
        open?.block.lines.append(String(line.dropFirst(indentation)))
      }
    }
    return blocks
  }

  /// The Swift sources of all test targets, each as its lines.
  static func sources() throws -> [[String]] {
    let tests = folder.deletingLastPathComponent()
    let paths =
      FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map {
      lines(of: try String(contentsOf: tests.appending(path: $0), encoding: .utf8))
    }
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension Readme.Block {
  /// Whether it is a file that the generator of fakes writes; `GeneratedFakeTests` compares it.
  var isGenerated: Bool { lines.first?.hasPrefix("// Written by faked-generate") == true }

  /// What its comments claim: the texts behind `// =>`, in order.
  var claims: [String] {
    lines.compactMap { line in
      line.range(of: "// => ").map { String(line[$0.upperBound...]) }
    }
  }

  /// Whether the lines stand in the source as they are, apart from a common indentation.
  ///
  /// Imports are the exception: they stand at the top of a source, whatever comes after them.
  func stands(in source: [String]) -> Bool {
    let imports = lines.prefix { $0.hasPrefix("import ") || $0.isEmpty }
    let code = Array(lines.dropFirst(imports.count))
    guard imports.allSatisfy({ $0.isEmpty || source.contains($0) }) else { return false }
    guard let first = code.first, source.count >= code.count else { return code.isEmpty }
    return (0...source.count - code.count).contains { start in
      let window = source[start..<start + code.count]
      guard let top = window.first, top.hasSuffix(first) else { return false }
      let indentation = String(top.dropLast(first.count))
      guard indentation.allSatisfy({ $0 == " " }) else { return false }
      return zip(window, code).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
    }
  }
}
