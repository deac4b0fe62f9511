#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Updates of fakes that a person changed, in a folder with a history.
  @Suite(.tags(.process)) struct FakeMergeTests {
    private let folder = TemporaryFolder()
    private let path = "Fakes/FakeMailer.swift"

    private func text(_ members: String...) -> String {
      "struct FakeMailer {\n" + members.map { "  \($0)\n" }.joined() + "}\n"
    }

    private func update(_ text: String, isCheck: Bool = false) -> [ReportEntry] {
      let planned = PlannedFake(
        type: FakeableType(module: "Mail", name: "Mailer"),
        folder: folder.url.appending(path: "Fakes"),
        content: .written(GeneratedFake(fakeName: "FakeMailer", text: text, notes: ["new."])))
      return FakeUpdate(
        isCheck: isCheck, base: folder.url
      ).run([planned])
    }

    private func git(_ arguments: String...) async throws {
      let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
      _ = try await TestSupport.Command("git", identity + arguments, in: folder.url).run()
    }

    /// Writes a fake, commits it, and changes a member of it by hand.
    private func change(_ member: String, to changed: String) async throws {
      _ = update(text("func a() {}", "func b() {}"))
      try await git("init", "--quiet")
      try await git("add", ".")
      try await git("commit", "--quiet", "--message", "fakes")
      let written = try #require(folder.read(path))
      try folder.write(written.replacing(member, with: changed), to: path)
    }

    @Test func anUpdateKeepsChangesAndAddsMembers() async throws {
      try await change("func b() {}", to: "func b() { print() }")
      let new = text("func a() {}", "func b() {}", "func c() {}")
      #expect(
        update(new) == [
          ReportEntry(.merged, "\(path): your changes are kept.", details: ["Note: new."])
        ])
      #expect(
        folder.read(path) == Marker(of: new, for: "Mail.Mailer").line + "\n"
          + text("func a() {}", "func b() { print() }", "func c() {}"))
      #expect(update(new).map(\.status) == [.kept])
    }

    @Test func anUpdateMarksConflicts() async throws {
      try await change("func b() {}", to: "func b() { print() }")
      let entries = update(text("func a() {}", "func b(_ value: Int) {}"))
      #expect(
        entries == [
          ReportEntry(
            .merged, "\(path): 1 conflict. Edit the lines between <<<<<<< and >>>>>>>.",
            details: ["Note: new."], isFine: false)
        ])
      #expect(
        folder.read(path)?.contains(
          """
          <<<<<<< your changes
            func b() { print() }
          =======
            func b(_ value: Int) {}
          >>>>>>> the protocol now

          """) == true)
    }

    @Test func aCheckFailsForAFileThatAnUpdateWouldMerge() async throws {
      try await change("func b() {}", to: "func b() { print() }")
      let before = folder.read(path)
      #expect(
        update(text("func a() {}"), isCheck: true) == [
          ReportEntry(
            .outdated, "\(path): changed by hand, and its protocol changed, too.",
            details: ["Note: new."])
        ])
      #expect(folder.read(path) == before)
    }
  }
#endif
