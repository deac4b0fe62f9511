#if os(Linux)
  import DocumentationPages
  import Foundation
  import Testing

  /// A package of one target, `Mail`, and its tests, as the generator sees it.
  final class GeneratedPackage {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: UUID().description)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Has the fakes of the protocols in some sources written, and returns what the command prints.
    func generate(from sources: [String]) async throws -> String {
      let built = Program.bundle.deletingLastPathComponent()
      let compiler = Program(
        url: URL(filePath: "/usr/bin/env"), folder: folder,
        arguments: ["swiftc", "-emit-module", "-module-name", "Mail"] + sources + [
          "-I", built.appending(path: "Modules").path, "-emit-symbol-graph",
          "-emit-symbol-graph-dir", ".", "-symbol-graph-minimum-access-level", "private",
        ])
      #expect(try await compiler.output() == "")
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
      return try await Program(
        url: built.appending(path: "faked-generate"), folder: folder,
        arguments: ["--plugin-request", file.path]
      ).output()
    }

    /// The lines of a fake that was written.
    func fake(of name: String) throws -> [String] {
      let file = folder.appending(path: "Tests/MailTests/Fakes/Fake\(name).swift")
      return Page.lines(of: try String(contentsOf: file, encoding: .utf8)).dropLast()
    }
  }
#endif
