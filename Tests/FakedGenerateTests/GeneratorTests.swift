#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// The built program, from its command line to its exit status.
  struct GeneratorTests {
    private let folder: TemporaryFolder

    init() async throws {
      folder = try TemporaryFolder()
      try await extract(
        """
        protocol Mailer: Sendable {
          func send(_ text: String, to reader: String) async throws -> Int
        }
        protocol Clock { func now() -> Int }
        """)
    }

    /// Has the compiler write the symbol graph of a module.
    private func extract(_ source: String, as module: String = "Mail") async throws {
      for (file, text) in try await Compiler.graphs(of: [module: source]) {
        try folder.write(text, to: "Graphs/\(file)")
      }
    }

    private func generate(_ arguments: String...) async throws -> GeneratorRun {
      try await GeneratorRun.of(
        ["--symbol-graphs", "Graphs", "--output", "Fakes"] + arguments, in: folder.url)
    }

    @Test func fakesAreWrittenOnce() async throws {
      let first = try await generate()
      #expect(
        first.output == """
          written    Fakes/FakeClock.swift
          written    Fakes/FakeMailer.swift
          2 protocols: 2 written.

          """)
      #expect(first.errors.isEmpty)
      #expect(first.status == 0)
      let files = ["Fakes/FakeClock.swift", "Fakes/FakeMailer.swift"]
      let texts = files.map(folder.read)
      #expect(texts[1]?.contains("struct FakeMailer: Mailer, Faked {") == true)

      let second = try await generate()
      #expect(second.output == "2 protocols: 2 unchanged.\n")
      #expect(second.status == 0)
      #expect(files.map(folder.read) == texts)
    }

    @Test func aCheckFailsUntilTheFakesAreWrittenAndAfterAProtocolChanged() async throws {
      #expect(try await generate("--check").status == 1)
      #expect(folder.read("Fakes/FakeClock.swift") == nil)
      #expect(try await generate("--dry-run").status == 0)
      #expect(folder.read("Fakes/FakeClock.swift") == nil)
      #expect(try await generate().status == 0)
      #expect(try await generate("--check").status == 0)

      try await extract(
        """
        protocol Mailer: Sendable {
          func send(_ text: String) async throws -> Int
        }
        protocol Clock { func now() -> Int }
        """)
      let check = try await generate("--check", "--protocol", "Mailer")
      #expect(check.output.hasPrefix("outdated   Fakes/FakeMailer.swift\n--- Fakes/FakeMailer"))
      #expect(check.output.contains("\n+  func send(_ text: String) async throws -> Int"))
      #expect(check.status == 1)
      #expect(try await generate().status == 0)
      #expect(try await generate("--check").status == 0)
    }

    @Test func aFakeChangedByHandIsKeptUnlessForced() async throws {
      _ = try await generate()
      let written = try #require(folder.read("Fakes/FakeClock.swift"))
      try folder.write(written + "// mine\n", to: "Fakes/FakeClock.swift")
      let kept = try await generate()
      #expect(kept.output.hasPrefix("kept       Fakes/FakeClock.swift: changed by hand;"))
      #expect(kept.output.contains("\n-// mine\n"))
      #expect(kept.output.hasSuffix("2 protocols: 1 unchanged, 1 kept.\n"))
      #expect(kept.status == 0)
      #expect(try await generate("--check").status == 0)
      #expect(folder.read("Fakes/FakeClock.swift") == written + "// mine\n")
      #expect(try await generate("--force").output.hasPrefix("updated    Fakes/FakeClock.swift\n"))
      #expect(folder.read("Fakes/FakeClock.swift") == written)
    }

    @Test func aFakeWhoseProtocolIsGoneIsReportedAndPruned() async throws {
      _ = try await generate()
      try await extract("protocol Watch { func now() -> Int }")
      let check = try await generate("--check")
      #expect(
        check.output == """
          missing    Fakes/FakeWatch.swift
          stale      Fakes/FakeClock.swift: there is no Mail.Clock any more. Delete it, or use --prune.
          stale      Fakes/FakeMailer.swift: there is no Mail.Mailer any more. Delete it, or use --prune.
          1 protocol: 1 missing, 2 stale.
          Run the command without --check to bring the fakes up to date.

          """)
      #expect(check.status == 1)
      let clock = try #require(folder.read("Fakes/FakeClock.swift"))
      try folder.write(clock + "// mine\n", to: "Fakes/FakeClock.swift")
      let pruned = try await generate("--prune")
      #expect(
        pruned.output == """
          written    Fakes/FakeWatch.swift
          stale      Fakes/FakeClock.swift: there is no Mail.Clock any more, and it was changed by \
          hand. Delete it yourself.
          deleted    Fakes/FakeMailer.swift: there is no Mail.Mailer any more.
          1 protocol: 1 written, 1 stale, 1 deleted.

          """)
      #expect(pruned.status == 1)
      #expect(folder.files.filter { $0.hasPrefix("Fakes/") }.count == 2)
      #expect(try await generate("--check", "--protocol", "Watch").status == 0)
    }

    @Test func whatIsExceptedIsLeftOutAndFine() async throws {
      let run = try await generate("--except", "Clock")
      #expect(run.output.hasSuffix("2 protocols: 1 written, 1 excepted.\n"))
      #expect(run.status == 0)
      #expect(folder.read("Fakes/FakeClock.swift") == nil)
      let slip = try await generate("--except", "Clok")
      #expect(
        slip.errors == """
          error: --except Clok leaves nothing out. There is no protocol "Clok" in Mail. Did you mean \
          Clock?

          """)
      #expect(slip.status == 2)
    }

    @Test func theNameOfAnIDThatTestsUseStays() async throws {
      _ = try await generate()
      try await extract(
        """
        protocol Mailer: Sendable {
          func send(_ text: String) async throws -> Int
          func send(_ text: String, to reader: String) async throws -> Int
        }
        protocol Clock { func now() -> Int }
        """)
      #expect(try await generate().status == 0)
      let fake = try #require(folder.read("Fakes/FakeMailer.swift"))
      #expect(fake.contains("let send: FunctionID<(String, String) -> Int, AsyncThrows>"))
      #expect(
        fake.contains("let sendText: FunctionID<(String) -> Int, AsyncThrows> = \"send(_:)\""))
      #expect(try await generate("--check").status == 0)
    }

    @Test func theKindIsTheOneAskedForWhereThereIsAChoice() async throws {
      #expect(try await generate("--kind", "class").status == 0)
      #expect(folder.read("Fakes/FakeMailer.swift")?.contains("final class FakeMailer:") == true)
      #expect(try await generate("--check").status == 1)
      #expect(try await generate("--check", "--kind=class").status == 0)
    }

    @Test func twoModulesWithAProtocolOfOneNameNeedTwoFolders() async throws {
      try await extract("protocol Mailer { func post() }", as: "Post")
      let both = try await generate("--protocol", "Mailer")
      #expect(
        both.output == """
          refused    Mail.Mailer: Post.Mailer would be in Fakes/FakeMailer.swift too.
                     Give it a folder of another test target: --protocol Mail.Mailer --output …
          refused    Post.Mailer: Mail.Mailer would be in Fakes/FakeMailer.swift too.
                     Give it a folder of another test target: --protocol Post.Mailer --output …
          2 protocols: 2 refused.
          Write what is refused by hand, or leave it out: --except Mail.Mailer.

          """)
      #expect(both.status == 1)
      #expect(try await generate("--protocol", "Post.Mailer").status == 0)
      #expect(folder.read("Fakes/FakeMailer.swift")?.contains("import Post\n") == true)
    }

    @Test func aModuleWithoutProtocolsIsNamed() async throws {
      try await extract("struct Letter {}", as: "Letters")
      let named = try await generate("--target", "Letters", "--target", "Mail")
      #expect(named.output.contains("\nrefused    Letters has no protocol to fake.\n2 protocols: "))
      #expect(named.status == 1)
      #expect(folder.read("Fakes/FakeMailer.swift") != nil)
      #expect(try await generate().status == 0)
    }

    @Test(arguments: [
      (["--target", "Mial"], "There is no target \"Mial\". Did you mean Mail?"),
      (
        ["--protocol", "Mailr"],
        "There is no protocol \"Mailr\" in Mail. Did you mean Mailer?"
      ),
      (["--protokol", "Mailer"], "There is no option --protokol. Did you mean --protocol?"),
      (
        ["--symbol-graphs", "Elsewhere"],
        """
        There are no .symbols.json files in "Elsewhere". The compiler makes them with \
        -emit-symbol-graph -emit-symbol-graph-dir Elsewhere -symbol-graph-minimum-access-level \
        private.
        """
      ),
    ]) func whatCannotBeginWritesNothing(arguments: [String], text: String) async throws {
      let program = try await GeneratorRun.of(
        ["--symbol-graphs", "Graphs", "--output", "Fakes"] + arguments, in: folder.url)
      #expect(program.errors == "error: \(text)\n")
      #expect(program.output.isEmpty)
      #expect(program.status == 2)
      #expect(folder.read("Fakes/FakeMailer.swift") == nil)
    }

    @Test func aFileThatIsNoSymbolGraphIsNamed() async throws {
      try folder.write("{}", to: "Graphs/Broken.symbols.json")
      let program = try await generate()
      #expect(program.errors.hasPrefix("error: "))
      #expect(program.errors.contains("Graphs/Broken.symbols.json"))
      #expect(program.output.isEmpty)
      #expect(program.status == 2)
      #expect(folder.read("Fakes/FakeMailer.swift") == nil)
    }

    @Test func helpIsPrinted() async throws {
      let program = try await GeneratorRun.of(["--help"], in: folder.url)
      #expect(program.output == Command.tool.usage + "\n")
      #expect(program.status == 0)
    }
  }
#endif
