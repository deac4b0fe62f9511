import Faked
import Foundation
import TestSupport
import Testing
import faked_generate

/// Source files that no compiler would accept.
struct SourceFuzzTests {
  @Test func mutatedSourcesAreReadOrRefused() async throws {
    let declarations = try Self.declarations()
    #expect(declarations.count > 200)
    let folder = TemporaryFolder()
    let file = folder.url.appending(path: "App.swift")
    try await Fuzz("sources").run { random in
      let chosen = (0..<3).map { _ in declarations.randomElement(using: &random) ?? "" }
      return Array(chosen.joined(separator: "\n").utf8).mutated(Self.words, using: &random)
    } read: { bytes in
      try Data(bytes).write(to: file)
      let generator = FakeGenerator([SourceModule(name: "App", files: [file])])
      var isWritten = false
      let types = generator.protocols + generator.classes + generator.structsOfClosures
      for type in types {
        switch generator.fake(of: type) {
        case .refused(let refusal):
          if refusal.reason.isEmpty { throw Fuzz.Flaw("\(type.name) is refused without a reason") }
        case .byHand: throw Fuzz.Flaw("there are no tests")
        case .written(let fake):
          isWritten = true
          if !fake.text.hasSuffix("\n") { throw Fuzz.Flaw("the fake has no end:\n\(fake.text)") }
        }
      }
      return isWritten
    }
  }

  private static let words = [
    "{", "}", "(", ")", "<", ">", "\"", "\"\"\"", "\\(", "/*", "*/", "#if A\n", "#endif\n", "`",
    "protocol ", "class ", "func ", "var ", "where ", "typealias ", "@", "->", "...", "some ",
    "each ", "init(", "extension ", ": ", "& ", "Self", "= ",
  ]

  /// The declarations of the corpus, each with the lines up to the next one.
  private static func declarations() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      var found: [String] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if line.first?.isWhitespace == false, line.first != "}" || found.isEmpty {
          found.append(String(line))
        } else {
          found[found.count - 1] += "\n" + line
        }
      }
      return found
    }
  }
}
