import Foundation

/// A page of the documentation: the README or an article of a catalog.
public struct Page: Sendable {
  /// Its path from the root of the package.
  public let path: String
  public let lines: [String]
  public let blocks: [Block]

  /// The file's name without its extension.
  public var name: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." })
  }
  public var text: String { lines.joined(separator: "\n") }

  public init(path: String, text: String) {
    self.path = path
    lines = Self.lines(of: text)
    blocks = Self.blocks(in: lines)
  }

  /// The README and every page of every catalog, by path.
  public static func all(in root: URL) throws -> [Page] {
    let sources = root.appending(path: "Sources").path
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let articles = files.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    return try (["README.md"] + articles).map { try Page(path: $0, in: root) }
  }

  public init(path: String, in root: URL) throws {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    self.init(path: path, text: path.hasSuffix(".swift") ? Self.comments(in: text) : text)
  }

  /// Returns the documentation comments of a source file, each at its own line.
  private static func comments(in source: String) -> String {
    let comments = lines(of: source).map { line in
      let content = line.drop { $0 == " " }
      guard content.hasPrefix("///") else { return "" }
      return String(content.dropFirst(content.hasPrefix("/// ") ? 4 : 3))
    }
    return comments.joined(separator: "\n")
  }

  public static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var open: (block: Block, indentation: Int)?
    var section = 0
    for (index, line) in lines.enumerated() {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        if let (block, _) = open {
          blocks.append(block)
          open = nil
        } else {
          let words = content.dropFirst(3).split(separator: " ").map(String.init)
          let block = Block(
            language: words.first ?? "", attributes: Array(words.dropFirst()), line: index + 1,
            section: section)
          open = (block, line.count - content.count)
        }
      } else if let indentation = open?.indentation {
        open?.block.lines.append(String(line.dropFirst(indentation)))
      } else if line.hasPrefix("#") {
        section = index + 1
      }
    }
    return blocks
  }
}

/// A fenced block of a page.
public struct Block: Sendable {
  public let language: String
  /// The attributes after the language of the fence: `compile-only`, `setup`, `fails=MailTests.swift:8`.
  public let attributes: [String]
  /// The line of its fence, from 1.
  public let line: Int
  /// The line of the heading above it.
  public let section: Int
  /// The lines, without the indentation of the fence.
  public internal(set) var lines: [String] = []

  public var text: String { lines.joined(separator: "\n") }

  public func has(_ attribute: String) -> Bool { attributes.contains(attribute) }

  /// Returns the text after `name=` in the fence.
  public func value(of name: String) -> String? {
    attributes.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// A Boolean value that indicates whether the block is a package manifest, which the check of the whole package builds.
  public var isManifest: Bool { lines.first == "// Package.swift" }

  /// A Boolean value that indicates whether the block contains only declarations.
  public var isDeclaration: Bool {
    let starts = [
      "@", "import ", "protocol ", "struct ", "class ", "actor ", "enum ", "extension ", "func ",
      "typealias ", "final ", "public ", "private ", "internal ", "nonisolated ", "//", "}", ")",
      "#if", "#else", "#endif",
    ]
    return lines.allSatisfy { line in
      line.isEmpty || line.hasPrefix(" ") || starts.contains(where: line.hasPrefix)
    }
  }
}
