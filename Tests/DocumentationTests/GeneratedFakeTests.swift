#if os(Linux)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// The fakes that a page shows match the output of the generator.
  struct GeneratedFakeTests {
    @Test func theGeneratedFakeMatchesThePage() async throws {
      let page = try Documentation.page("GeneratingFakes")
      func block(_ isMeant: (String) -> Bool) throws -> Block {
        try #require(page.blocks.first { $0.lines.first.map(isMeant) == true })
      }
      let source = try block { $0.hasPrefix("// Sources/Mail/") }
      try folder.write(source.text, to: "Sources/Mail/Postbox.swift")
      let output = try await generate(from: "Sources/Mail")

      let command = "$ swift package --allow-writing-to-package-directory generate-fakes"
      let transcript = try block { $0 == command }
      #expect(output == transcript.lines.dropFirst().joined(separator: "\n") + "\n")
      #expect(try fake(of: "Postbox") == block { $0.contains("written by faked-generate") }.lines)
    }

    private let folder = TemporaryFolder()
    private let tool = Command.build.appending(path: "faked-generate").path

    /// Generates the fakes for the protocols of a module and returns the output of the command.
    private func generate(from sources: String) async throws -> String {
      let words = [sources, "--output", "Tests/MailTests/Fakes"]
      return try await Command(tool, words, in: folder.url).run().output
    }

    /// The lines of a fake that was written.
    private func fake(of name: String) throws -> [String] {
      let text = try #require(folder.read("Tests/MailTests/Fakes/Fake\(name).swift"))
      return Page.lines(of: text).dropLast()
    }

    @Test func thePageListsEveryOption() async throws {
      let help = try await Command(tool, ["--help"]).run().output
      let options = Set(help.matches(of: #/--[a-z-]+/#).map { String($0.output) })
      #expect(options.count > 5)
      let page = try Documentation.page("GeneratingFakes")
      let ours = page.text.matches(of: #/`(--[a-z-]+)/#).map { String($0.output.1) }
      // Only the plugin has targets.
      let known = options.union(["--target"])
      #expect(!ours.isEmpty && known.isSuperset(of: ours), "\(ours)")
    }
  }
#endif
