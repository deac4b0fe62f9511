#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Updates of fakes that a person changed, in a folder with a history.
  @Suite(.tags(.process)) struct FakeMergeTests {
    private let folder = TemporaryFolder()
    private let path = "Fakes/FakeMailer.swift"
    private let changed = "  func b() { print() }\n"
    private let note = "           Note: FakeMailer.sort does not call its closure 'isLess'.\n"

    /// Runs the tool for a protocol with these methods, and with one whose fake has a note.
    private func update(_ methods: String, _ options: String...) throws -> ToolRun {
      try folder.write(
        "protocol Mailer { func sort(_ isLess: (Int, Int) -> Bool); \(methods) }",
        to: "Sources/Mail/Mail.swift")
      return ToolRun(["Sources/Mail", "--output", "Fakes"] + options, in: folder)
    }

    private func git(_ arguments: String...) async throws {
      let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
      _ = try await TestSupport.Command("git", identity + arguments, in: folder.url).run()
    }

    /// Writes a fake with the methods `a` and `b`, commits it, and changes `b` by hand.
    private func changeFake() async throws {
      _ = try update("func a(); func b()")
      try await git("init", "--quiet")
      try await git("add", ".")
      try await git("commit", "--quiet", "--message", "fakes")
      let written = try #require(folder.read(path))
      let edited = written.replacing(
        "  func b() { handleCall(\\.bID, default: ()) }\n", with: changed)
      #expect(edited != written)
      try folder.write(edited, to: path)
    }

    @Test func anUpdateKeepsChangesAndAddsMembers() async throws {
      try await changeFake()
      let methods = "func a(); func b(); func c()"
      let run = try update(methods)
      #expect(
        run.output == "merged     \(path): your changes are kept.\n\(note)1 protocol: 1 merged.\n")
      #expect(run.status == .fine)
      let merged = folder.read(path)
      _ = try update(methods, "--force")
      let new = folder.read(path)
      #expect(
        merged
          == new?.replacing("  func b() { handleCall(\\.bID, default: ()) }\n", with: changed))
      try folder.write(merged ?? "", to: path)
      #expect(try update(methods).output.hasPrefix("kept       \(path): changed by hand. "))
    }

    @Test func anUpdateMarksConflicts() async throws {
      try await changeFake()
      let run = try update("func a(); func b(_ value: Int)")
      #expect(
        run.output == """
          merged     \(path): 1 conflict. Edit the lines between <<<<<<< and >>>>>>>.
          \(note)1 protocol: 1 merged.

          """)
      #expect(run.status == .incomplete)
      #expect(
        folder.read(path)?.contains(
          """
          <<<<<<< your changes
            func b() { print() }
          =======
            func b(_ value: Int) { handleCall(\\.b, value, default: ()) }
          >>>>>>> the protocol now

          """) == true)
    }

    @Test func aCheckFailsForAFileThatAnUpdateWouldMerge() async throws {
      try await changeFake()
      let before = folder.read(path)
      let run = try update("func a()", "--check")
      #expect(
        run.output == """
          outdated   \(path): changed by hand, and its protocol changed, too.
          \(note)1 protocol: 1 outdated.
          Run generate-fakes to update the fakes.

          """)
      #expect(run.status == .incomplete)
      #expect(folder.read(path) == before)
    }
  }
#endif
