#if os(Linux) && compiler(>=6.3)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// The tour shows what its transcript contains.
  ///
  /// `FAKED_TESTS=all FAKED_WRITE_GOLDENS=1 swift test --filter TourTests` writes the transcript.
  struct TourTests {
    private static let file = URL(filePath: #filePath)
      .deletingLastPathComponent().appending(path: "Tour.txt")

    @Test func theTourPrintsItsTranscript() async throws {
      let result = try await play()
      if ProcessInfo.processInfo.environment["FAKED_WRITE_GOLDENS"] != nil {
        try result.output.write(to: Self.file, atomically: true, encoding: .utf8)
      }
      let transcript = try String(contentsOf: Self.file, encoding: .utf8)
      #expect(result.output == transcript)
      #expect(result.status == 0)
    }

    @Test func aNumberSelectsAScene() async throws {
      let transcript = try String(contentsOf: Self.file, encoding: .utf8)
      let scene = try await play("3")
      #expect(scene.status == 0)
      #expect(scene.output.hasPrefix("3. "))
      #expect(transcript.contains("\n" + scene.output + "\n4. "))
    }

    @Test(arguments: ["0", "99", "race"]) func anUnknownSceneIsAnError(name: String) async throws {
      let result = try await play(name)
      #expect(
        result.output.hasPrefix(
          "error: There is no scene \"\(name)\". The scenes are 1 to 7, and --list names them.\n"))
      #expect(result.status == 64)
    }

    @Test func anUnknownOptionIsAnError() async throws {
      let result = try await play("--lsit")
      #expect(result.output.hasPrefix("error: There is no option \"--lsit\".\nusage: "))
      #expect(result.status == 64)
    }

    private func play(_ arguments: String...) async throws -> Command.Result {
      try await Command(Command.build.appending(path: "faked-tour").path, arguments).run()
    }
  }
#endif
