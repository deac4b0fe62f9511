#if os(Linux)
  import Foundation
  import Testing

  /// The fake that the README shows is the one that the generator writes for the protocol it shows.
  struct GeneratedFakeTests {
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: UUID().description)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func theGeneratorWritesTheFakeOfTheReadme() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let output = try Self.generate(in: folder)
      let transcript = try #require(
        Readme.blocks(in: "text").first { $0.lines.first == Self.command })
      #expect(output == transcript.lines.dropFirst().joined(separator: "\n") + "\n")

      let fake = try #require(Readme.blocks(in: "swift").first(where: \.isGenerated))
      let file = folder.appending(path: "Tests/MailTests/Fakes/FakePostbox.swift")
      #expect(
        try String(contentsOf: file, encoding: .utf8) == fake.lines.joined(separator: "\n") + "\n")
    }

    @Test func theFakeOfTheReadmeIsCompiledHere() throws {
      let fake = try #require(Readme.blocks(in: "swift").first(where: \.isGenerated))
      var code = fake
      code.lines = Array(fake.lines.drop { !$0.hasPrefix("struct ") })
      #expect(code.lines.count > 10)
      #expect(try Readme.sources().contains(where: code.stands(in:)))
    }

    @Test func theTableOfOptionsIsThatOfTheCommand() throws {
      let help = try Program(
        url: Self.generator, folder: folder, arguments: ["--help"]
      ).output()
      let options = help.matches(of: #/\n  (--[a-z-]+)/#).map { String($0.output.1) }
      #expect(options.count > 5)
      let rows = try Readme.text().split(separator: "\n").filter { $0.hasPrefix("| `--") }
      #expect(
        rows.compactMap { $0.firstMatch(of: #/--[a-z-]+/#).map { String($0.output) } } == options)
    }

    static let command = "$ swift package --allow-writing-to-package-directory generate-fakes"
    private static let generator =
      Program.bundle.deletingLastPathComponent().appending(path: "faked-generate")

    /// What the command prints in a package as the README describes it.
    static func generate(in folder: URL) throws -> String {
      let source = try #require(
        Readme.blocks(in: "swift").first { $0.lines.first?.hasPrefix("// Sources/Mail/") == true })
      try source.lines.joined(separator: "\n").write(
        to: folder.appending(path: "Postbox.swift"), atomically: true, encoding: .utf8)
      let compiler = Program(
        url: URL(filePath: "/usr/bin/env"), folder: folder,
        arguments: [
          "swiftc", "-emit-module", "-module-name", "Mail", "Postbox.swift", "-emit-symbol-graph",
          "-emit-symbol-graph-dir", ".", "-symbol-graph-minimum-access-level", "internal",
        ])
      #expect(try compiler.output() == "")
      // What the plugin tells the tool of a package.
      let request = """
        {
          "packageFolder": "\(folder.path)",
          "targets": [
            {
              "name": "Mail", "module": "Mail", "isTest": false, "isLibraryOrExecutable": true,
              "folder": "\(folder.path)/Sources/Mail", "dependencies": [], "modules": []
            },
            {
              "name": "MailTests", "module": "MailTests", "isTest": true,
              "isLibraryOrExecutable": false, "folder": "\(folder.path)/Tests/MailTests",
              "dependencies": ["Mail"], "modules": ["Mail", "Faked", "FakedTesting"]
            }
          ],
          "planFile": "\(folder.path)/plan",
          "symbolGraphs": ["\(folder.path)"]
        }
        """
      let file = folder.appending(path: "request.json")
      try request.write(to: file, atomically: true, encoding: .utf8)
      return try Program(
        url: generator, folder: folder, arguments: ["--plugin-request", file.path]
      ).output()
    }
  }
#endif
