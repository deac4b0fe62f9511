#if os(Linux)
  import Foundation
  import Testing

  /// The fakes that the README and the tour show are those that the generator writes.
  struct GeneratedFakeTests {
    @Test func theGeneratorWritesTheFakeOfTheReadme() async throws {
      let source = try #require(
        try Readme.blocks(in: "swift").first { $0.lines.first == "// Sources/Mail/Postbox.swift" })
      let package = try GeneratedPackage()
      try source.lines.joined(separator: "\n").write(
        to: package.folder.appending(path: "Postbox.swift"), atomically: true, encoding: .utf8)
      let output = try await package.generate(from: ["Postbox.swift"])

      let command = "$ swift package --allow-writing-to-package-directory generate-fakes"
      let transcript = try #require(
        try Readme.blocks(in: "text").first { $0.lines.first == command })
      #expect(output == transcript.lines.dropFirst().joined(separator: "\n") + "\n")
      let fake = try #require(try Readme.blocks(in: "swift").first(where: \.isGenerated))
      #expect(try package.fake(of: "Postbox") == fake.lines)
    }

    @Test func theFakeOfTheReadmeIsCompiledHere() async throws {
      var code = try #require(try Readme.blocks(in: "swift").first(where: \.isGenerated))
      code.lines = Array(code.lines.drop { !$0.hasPrefix("struct ") })
      #expect(code.lines.count > 10)
      #expect(try Readme.sources().contains(where: code.stands(in:)))
    }

    @Test func theGeneratorWritesTheFakeOfTheTour() async throws {
      let package = try GeneratedPackage()
      let production = Readme.root.appending(path: "Sources/FakedTour/Production")
      let sources = try FileManager.default.contentsOfDirectory(atPath: production.path)
      _ = try await package.generate(from: sources.map { production.appending(path: $0).path })
      let code = Readme.Block(
        language: "swift", line: 1,
        lines: try package.fake(of: "TimeSource").drop { !$0.hasPrefix("struct ") } + [])
      #expect(code.lines.count > 5)
      let scene = Readme.root.appending(path: "Sources/FakedTour/Scenes/GenerateScene.swift")
      let lines = Readme.lines(of: try String(contentsOf: scene, encoding: .utf8))
      // Once to be compiled, once to be shown.
      let places = lines.indices.filter { lines[$0].hasSuffix(code.lines[0]) }
      #expect(places.count == 2)
      for place in places {
        #expect(code.stands(in: Array(lines[place..<min(lines.count, place + code.lines.count)])))
      }
    }

    @Test func theTableOfOptionsIsThatOfTheCommand() async throws {
      let help = try await Program(
        url: Program.bundle.deletingLastPathComponent().appending(path: "faked-generate"),
        arguments: ["--help"]
      ).output()
      let options = help.matches(of: #/\n  (--[a-z-]+)/#).map { String($0.output.1) }
      #expect(options.count > 5)
      let rows = try Readme.text().split(separator: "\n").filter { $0.hasPrefix("| `--") }
      let names = rows.compactMap { $0.firstMatch(of: #/--[a-z-]+/#).map { String($0.output) } }
      #expect(names == options)
    }
  }
#endif
