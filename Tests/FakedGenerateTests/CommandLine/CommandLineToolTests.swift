#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The tool, from its command line to its exit status.
  @Suite(.tags(.process, .compiler)) struct CommandLineToolTests {
    private let folder = TemporaryFolder()

    init() throws {
      try write(
        """
        protocol Mailer: Sendable {
          func send(_ text: String, to reader: String) async throws -> Int
        }
        protocol Watch { func now() -> Int }
        """)
    }

    /// Writes the source of a module.
    private func write(_ source: String, as module: String = "Mail") throws {
      try folder.write(source, to: "Sources/\(module)/\(module).swift")
    }

    private func generate(_ arguments: String...) -> ToolRun {
      ToolRun(["Sources/Mail", "--output", "Fakes"] + arguments, in: folder)
    }

    @Test func aSecondRunChangesNothing() async throws {
      // Runs the built program. The other tests run the tool in this process.
      let first = try await TestSupport.Command(
        TestSupport.Command.build.appending(path: "faked-generate").path,
        ["Sources/Mail", "--output", "Fakes"], in: folder.url, separatesErrors: true
      ).run()
      #expect(
        first.output == """
          written    Fakes/FakeMailer.swift
          written    Fakes/FakeWatch.swift
          2 protocols: 2 written.

          """)
      #expect(first.errors.isEmpty)
      #expect(first.status == 0)
      let files = ["Fakes/FakeMailer.swift", "Fakes/FakeWatch.swift"]
      let texts = files.map(folder.read)
      let second = generate()
      #expect(second.output == "2 protocols: 2 unchanged.\n")
      #expect(files.map(folder.read) == texts)
    }

    @Test func aCheckFailsForMissingAndOutdatedFakes() async throws {
      #expect([generate("--check")].map(\.status) == [.incomplete])
      #expect(folder.read("Fakes/FakeWatch.swift") == nil)
      #expect([generate(), generate("--check")].map(\.status) == [.fine, .fine])
      try write(
        """
        protocol Mailer: Sendable {
          func send(_ text: String) async throws -> Int
        }
        protocol Watch { func now() -> Int }
        """)
      let check = generate("--check", "--protocol", "Mailer")
      #expect(check.output.hasPrefix("outdated   Fakes/FakeMailer.swift\n--- Fakes/FakeMailer"))
      #expect(check.output.contains("\n+  func send(_ text: String) async throws -> Int"))
      #expect(check.status == .incomplete)
      #expect([generate(), generate("--check")].map(\.status) == [.fine, .fine])
    }

    @Test(arguments: [
      "func set(_ value: Int); func set(_ value: String) -> Bool",
      "func set(_ value: String) -> Bool; func set(_ value: Int)",
    ]) func theNamesOfIDsDoNotDependOnTheOrderOfRequirements(requirements: String) async throws {
      try write("protocol Watch { \(requirements) }")
      _ = generate()
      let fake = try #require(folder.read("Fakes/FakeWatch.swift"))
      #expect(
        fake.contains("let setInt: FunctionID<(Int) -> Void, Returns> = \"set(_: Int)\""))
      #expect(
        fake.contains("let setString: FunctionID<(String) -> Bool, Returns> = \"set(_: String)\""))
    }

    @Test func aNamedModuleWithoutProtocolsIsRefused() async throws {
      try write("struct Letter {}", as: "Letters")
      let run = ToolRun(["Sources/Letters", "--output", "Fakes"], in: folder)
      #expect(run.output == "refused    Letters has no protocol to fake.\n0 protocols.\n")
      #expect(run.status == .incomplete)
    }

    @Test func anUnusableCommandWritesNothing() throws {
      for (path, text) in [
        (
          "Elsewhere",
          """
          There are no Swift files in "Elsewhere". Name the folder of a module, such as \
          Sources/Mail, or its Swift files.
          """
        ),
        (
          "--protocol=Mailr",
          "There is no protocol \"Mailr\" for --protocol. The nearest: Mailer and Watch."
        ),
      ] {
        let run = ToolRun(["Sources/Mail", "--output", "Fakes", path], in: folder)
        #expect(run.errors == "error: \(text)\n")
        #expect(run.output.isEmpty)
        #expect(run.status == .unusable)
      }
      #expect(folder.read("Fakes/FakeMailer.swift") == nil)
    }
  }
#endif
