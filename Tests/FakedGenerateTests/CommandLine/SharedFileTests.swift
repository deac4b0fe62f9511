#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// Fakes that need the same file, from several runs.
  @Suite(.tags(.process, .compiler)) struct SharedFileTests {
    private let folder = TemporaryFolder()

    private func generate(_ module: String, _ source: String, _ options: String...) throws
      -> ToolRun
    {
      try folder.write(source, to: "Sources/\(module)/\(module).swift")
      return ToolRun(["Sources/\(module)", "--output", "Fakes"] + options, in: folder)
    }

    @Test(arguments: ["--check", "--protocol=Box"])
    func theFakeOfAnotherProtocolIsKept(option: String) throws {
      _ = try generate("Mail", "protocol Box { func open() }")
      let fake = folder.read("Fakes/FakeBox.swift")
      #expect(fake?.hasPrefix("// Mail.Box: ") == true)
      let second = try generate("Post", "protocol Box { func close() }", option)
      #expect(
        second.output == """
          refused    Post.Box: Fakes/FakeBox.swift is the fake of Mail.Box, which would be lost.
                     Write it for another test target: --protocol Post.Box --output FOLDER.
                     If Mail.Box no longer exists, delete the file.
          1 protocol: 1 refused.
          Write refused fakes by hand, or leave them out: --except Post.Box.

          """)
      #expect(second.status == .incomplete)
      #expect(folder.read("Fakes/FakeBox.swift") == fake)
    }

    @Test func forceReplacesTheFakeOfAnotherProtocol() throws {
      _ = try generate("Mail", "protocol Box { func open() }")
      let forced = try generate("Post", "protocol Box { func close() }", "--force")
      #expect(forced.output == "updated    Fakes/FakeBox.swift\n1 protocol: 1 updated.\n")
      #expect(folder.read("Fakes/FakeBox.swift")?.hasPrefix("// Post.Box: ") == true)
    }
  }
#endif
