#if os(Linux)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// The fakes that a page and the tour show are those that the generator writes.
  struct GeneratedFakeTests {
    @Test func theGeneratorWritesTheFakeOfThePage() async throws {
      let page = try Documentation.page("GeneratingFakes")
      let source = try #require(
        page.blocks.first { $0.lines.first?.hasPrefix("// Sources/Mail/") == true })
      let package = GeneratedPackage()
      try source.text.write(
        to: package.folder.appending(path: "Postbox.swift"), atomically: true, encoding: .utf8)
      let output = try await package.generate(from: ["Postbox.swift"])

      let command = "$ swift package --allow-writing-to-package-directory generate-fakes"
      let transcript = try #require(page.blocks.first { $0.lines.first == command })
      #expect(output == transcript.lines.dropFirst().joined(separator: "\n") + "\n")
      let fake = try #require(
        page.blocks.first { $0.lines.first?.contains("written by faked-generate") == true })
      #expect(try package.fake(of: "Postbox") == fake.lines)
    }

    @Test func theGeneratorWritesTheFakeOfTheTour() async throws {
      let package = GeneratedPackage()
      let production = Documentation.root.appending(path: "Sources/FakedTour/Production")
      let sources = try FileManager.default.contentsOfDirectory(atPath: production.path)
      _ = try await package.generate(from: sources.map { production.appending(path: $0).path })
      let code = try package.fake(of: "TimeSource").drop { !$0.hasPrefix("struct ") }
      #expect(code.count > 5)
      let scene = Documentation.root.appending(path: "Sources/FakedTour/Scenes/GenerateScene.swift")
      let lines = Page.lines(of: try String(contentsOf: scene, encoding: .utf8))
        .map { $0.drop { $0 == " " } }.joined(separator: "\n")
      let shown = code.map { $0.drop { $0 == " " } }.joined(separator: "\n")
      // Once to be compiled, once to be shown.
      #expect(lines.ranges(of: shown).count == 2)
    }

    @Test func theOptionsOfThePageAreThoseOfTheCommand() async throws {
      let help = try await Command(
        Command.build.appending(path: "faked-generate").path, ["--help"]
      ).run().output
      let options = Set(help.matches(of: #/--[a-z-]+/#).map { String($0.output) })
      #expect(options.count > 5)
      let page = try Documentation.page("GeneratingFakes")
      let ours = page.text.matches(of: #/`(--[a-z-]+)/#).map { String($0.output.1) }
      #expect(!ours.isEmpty)
      for option in ours { #expect(options.contains(option), "\(option)") }
    }
  }
#endif
