#if os(Linux)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// A package of one target, `Mail`, and its tests, as the generator sees it.
  struct GeneratedPackage {
    private let temporary = TemporaryFolder()
    var folder: URL { temporary.url }

    /// Has the fakes of the protocols in some sources written, and returns what the command prints.
    func generate(from sources: [String]) async throws -> String {
      let compiler = Command(
        "swiftc",
        ["-emit-module", "-module-name", "Mail"] + sources + [
          "-I", Command.build.appending(path: "Modules").path, "-emit-symbol-graph",
          "-emit-symbol-graph-dir", ".", "-symbol-graph-minimum-access-level", "private",
        ], in: folder)
      #expect(try await compiler.run().output == "")
      // What the plugin tells the tool of a package.
      let request = """
        {
          "packageFolder": "\(folder.path)",
          "targets": [
            {
              "name": "Mail", "module": "Mail", "isTest": false, "isLibraryOrExecutable": true,
              "folder": "\(folder.path)/Sources/Mail", "dependencies": [], "modules": [],
              "flags": []
            },
            {
              "name": "MailTests", "module": "MailTests", "isTest": true,
              "isLibraryOrExecutable": false, "folder": "\(folder.path)/Tests/MailTests",
              "dependencies": ["Mail"], "modules": ["Mail", "Faked", "FakedTesting"],
              "flags": []
            }
          ],
          "planFile": "\(folder.path)/plan",
          "symbolGraphs": ["\(folder.path)"]
        }
        """
      let file = folder.appending(path: "request.json")
      try request.write(to: file, atomically: true, encoding: .utf8)
      return try await Command(
        Command.build.appending(path: "faked-generate").path, ["--plugin-request", file.path],
        in: folder
      ).run().output
    }

    /// The lines of a fake that was written.
    func fake(of name: String) throws -> [String] {
      let file = folder.appending(path: "Tests/MailTests/Fakes/Fake\(name).swift")
      return Page.lines(of: try String(contentsOf: file, encoding: .utf8)).dropLast()
    }
  }
#endif
