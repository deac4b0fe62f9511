#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The fakes in Tests/GeneratedFakeTests/Fakes, which that target compiles and tests, match the fakes that the
  /// generator writes for the protocols in Tests/Shapes.
  ///
  /// `FAKED_TESTS=generator FAKED_WRITE_GOLDENS=1 swift test --filter GoldenTests` writes them.
  @Suite(.tags(.process, .compiler)) struct GoldenTests {
    private static let tests = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = tests.appending(path: "GeneratedFakeTests/Fakes")

    @Test func everyGoldenFileMatchesTheGenerator() async throws {
      let fakes = try await written(Self.graphs.value)
      let isWriting = ProcessInfo.processInfo.environment["FAKED_WRITE_GOLDENS"] != nil
      for (name, text) in fakes {
        let file = GoldenTests.folder.appending(path: "\(name).swift")
        if isWriting { try text.write(to: file, atomically: true, encoding: .utf8) }
        #expect((try? String(contentsOf: file, encoding: .utf8)) == text, "\(name)")
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: GoldenTests.folder.path)
      #expect(files.sorted() == fakes.keys.map { "\($0).swift" }.sorted())
    }

    @Test func theOrderOfSymbolsChangesNothing() async throws {
      let reversed = try await Self.graphs.value.mapValues { text in
        var graph = try JSONSerialization.jsonObject(with: Data(text.utf8)) as! [String: Any]
        graph["symbols"] = (graph["symbols"] as! [Any]).reversed() as [Any]
        graph["relationships"] = (graph["relationships"] as! [Any]).reversed() as [Any]
        return String(
          decoding: try JSONSerialization.data(withJSONObject: graph), as: UTF8.self)
      }
      #expect(try await written(reversed) == written(Self.graphs.value))
    }

    private static let graphs = Task {
      let sources = try FileManager.default.contentsOfDirectory(
        at: tests.appending(path: "Shapes"), includingPropertiesForKeys: nil)
      let compiler = Compiler()
      let files = try await compiler.module(
        "Shapes", sources.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path })
      return try withExtendedLifetime(compiler) { try Compiler.texts(of: files) }
    }

    private func written(_ graphs: [String: String]) throws -> [String: String] {
      let folder = TemporaryFolder()
      for (file, text) in graphs { try folder.write(text, to: file) }
      let writer = try FakeGenerator(symbolGraphs: Compiler.graphs(in: folder.url))
      var texts: [String: String] = [:]
      for name in writer.protocols(in: ["Shapes"]) {
        let fake = try #require(writer.fake(of: name).fake)
        texts[fake.fakeName] = fake.text
      }
      return texts
    }
  }
#endif
