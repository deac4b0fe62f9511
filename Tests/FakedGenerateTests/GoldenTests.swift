#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// The fakes in Tests/GeneratedFakeTests/Fakes, which that target compiles and exercises, are what
  /// the generator writes for the protocols in Tests/Shapes.
  ///
  /// `FAKED_WRITE_GOLDENS=1 swift test --filter GoldenTests` writes them anew.
  struct GoldenTests {
    private static let tests = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = tests.appending(path: "GeneratedFakeTests/Fakes")

    @Test func everyGoldenFileIsWhatTheGeneratorWrites() async throws {
      let fakes = try await fakes()
      let isWriting = ProcessInfo.processInfo.environment["FAKED_WRITE_GOLDENS"] != nil
      for (name, text) in fakes {
        let file = GoldenTests.folder.appending(path: "\(name).swift")
        if isWriting { try text.write(to: file, atomically: true, encoding: .utf8) }
        #expect((try? String(contentsOf: file, encoding: .utf8)) == text, "\(name)")
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: GoldenTests.folder.path)
      #expect(files.sorted() == fakes.keys.map { "\($0).swift" }.sorted())
    }

    @Test func theOrderOfTheSymbolsChangesNothing() async throws {
      let compiler = try Compiler()
      for file in try await graphs(compiler) {
        var graph = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as! [String: Any]
        graph["symbols"] = (graph["symbols"] as! [Any]).reversed() as [Any]
        graph["relationships"] = (graph["relationships"] as! [Any]).reversed() as [Any]
        try JSONSerialization.data(withJSONObject: graph).write(to: file)
      }
      let reversed = try written(Compiler.graphs(in: compiler.folder.appending(path: "graphs")))
      #expect(try await reversed == fakes())
    }

    private func fakes() async throws -> [String: String] {
      let compiler = try Compiler()
      return try await written(graphs(compiler))
    }

    private func graphs(_ compiler: borrowing Compiler) async throws -> [URL] {
      for (module, folder) in [("ShapesBase", "Base"), ("Shapes", "Main")] {
        let sources = try FileManager.default.contentsOfDirectory(
          at: GoldenTests.tests.appending(path: "Shapes/\(folder)"),
          includingPropertiesForKeys: nil)
        _ = try await compiler.module(module, sources.sorted { $0.path < $1.path })
      }
      return try Compiler.graphs(in: compiler.folder.appending(path: "graphs"))
    }

    private func written(_ graphs: [URL]) throws -> [String: String] {
      let writer = try FakeWriter(symbolGraphs: graphs)
      var texts: [String: String] = [:]
      for name in writer.protocols(in: ["Shapes"]) {
        switch writer.fake(of: name) {
        case .written(let fake): texts[fake.fakeName] = fake.text
        case .refused(let refusal): Issue.record("\(name.name): \(refusal.reason)")
        }
      }
      return texts
    }
  }
#endif
