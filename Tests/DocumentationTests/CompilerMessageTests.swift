#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// The compiler messages that a page explains match the messages of this compiler.
  struct CompilerMessageTests {
    @Test func theTableMatchesTheCompiler() async throws {
      let page = try Documentation.page("Messages")
      let rows = page.rows(below: "Compiler errors")
      #expect(rows.count > 15)
      let fake = try #require(page.blocks.last)
      let prelude =
        ["import Faked", "import FakedTesting", "import Testing"] + fake.lines + [
          "let fake = FakeKiosk()"
        ]
      let code = rows.enumerated().map { number, row in
        let line = codeSpans(in: row[0]).first ?? ""
        return line.hasPrefix("struct ") ? line : "func row\(number)() { \(line) }"
      }
      for (row, given) in zip(rows, try await messages(about: code, after: prelude)) {
        let parts = codeSpans(in: row[1])
        #expect(
          given.contains { message in parts.allSatisfy(message.contains) },
          "\(row[0]) gives \(given)")
      }
    }

    /// The unavailable forms don't hide what is wrong in the body of a behavior.
    @Test func aMistakeInABehaviorIsReported() async throws {
      let prelude = """
        import FakedTesting
        struct FakeDesk: Faked {
          let instanceId = FakeInstance()
          let one: FunctionID<(String) -> Int, Throws> = "one"
          let two: FunctionID<(String, Int) -> Int, AsyncThrows> = "two"
          let three: FunctionID<(String, Int, Bool) -> Int, Returns> = "three"
        }
        let fake = FakeDesk()
        """.components(separatedBy: "\n")
      let lines = [
        #"fake.when(\.one) { name in name.lenght }"#,
        #"fake.when(\.two) { name, _ in name.lenght }"#,
        #"fake.when(\.three) { name, _, _ in name.lenght }"#,
        #"fake.when(\.two) { name, _ in let size = name.lenght; return 1 }"#,
        #"fake.when(\.one).then { _, name in name.lenght }"#,
      ]
      let message = "value of type 'String' has no member 'lenght'"
      try await expect(lines.map { ($0, message) }, after: prelude)
    }

    /// A behavior that throws has the right parameters, so the error is about its effect.
    @Test func aBehaviorThatThrowsIsReported() async throws {
      let prelude = """
        import FakedTesting
        struct Full: Error {}
        struct FakeDesk: Faked {
          let instanceId = FakeInstance()
          let two: FunctionID<(String, Int) -> Int, Returns> = "two"
          let three: FunctionID<(String, Int, Bool) -> Int, Returns> = "three"
          let load: FunctionID<(String, Int) -> Int, AsyncReturns> = "load"
        }
        let fake = FakeDesk()
        """.components(separatedBy: "\n")
      let lines = [
        (#"fake.when(\.two) { _, _ in throw Full() }"#, "to throw, write `Throws`"),
        (
          #"fake.when(\.two) { _, n in if n == 0 { throw Full() }; return n }"#,
          "to throw, write `Throws`"
        ),
        (#"fake.when(\.three) { _, _, _ in throw Full() }"#, "to throw, write `Throws`"),
        (
          #"fake.when(\.load) { _, _ in throw Full() }"#,
          "to throw, write `Throws` or `AsyncThrows`"
        ),
        (#"fake.when(\.load) { name in 1 }"#, "needs one name or `_` for each parameter"),
        (#"fake.when(\.load) { 1 }"#, "'String, Int' and '' have the same shape"),
      ]
      try await expect(lines, after: prelude)
    }

    /// The other forms don't hide what is wrong in the body of a closure.
    @Test func aMistakeInAClosureIsReported() async throws {
      let prelude = """
        import FakedTesting
        struct Guest { var name: String }
        struct FakeDesk: Faked {
          let instanceId = FakeInstance()
          let one: FunctionID<(Guest) -> Int, Throws> = "one"
          let two: FunctionID<(Guest, Int) -> Int, AsyncThrows> = "two"
          let three: FunctionID<(Guest, Int, Bool) -> Int, Returns> = "three"
          let save: FunctionID<(Guest) -> Void, Throws> = "save"
        }
        let fake = FakeDesk()
        """.components(separatedBy: "\n")
      let noMember = "value of type 'Guest' has no member 'nam'"
      let wrongOperand = "cannot convert value of type 'Guest' to expected argument type 'Int'"
      let wrongResult = "cannot convert value of type 'String' to closure result type 'Int'"
      let lines = [
        (#"fake.when(\.save) { guest in print(guest.nam) }"#, noMember),
        (#"var names = [""]; fake.when(\.save) { guest in names.append(guest.nam) }"#, noMember),
        (#"fake.verify(\.one) { guest in guest.nam == "Emma" }"#, noMember),
        (#"fake.verify(\.two) { guest, _ in guest.nam == "Emma" }"#, noMember),
        (#"fake.verify(\.three, called: .never) { guest, _, _ in guest.nam == "Emma" }"#, noMember),
        (#"fake.when(\.two).where { guest, _ in guest.nam == "Emma" }.thenReturn(1)"#, noMember),
        (#"fake.when(\.three).where { guest, _, _ in guest.nam == "" }.thenReturn(1)"#, noMember),
        (#"fake.when(\.one) { guest in guest + 1 }"#, wrongOperand),
        (#"fake.when(\.two) { guest, _ in guest + 1 }"#, wrongOperand),
        (#"fake.when(\.three) { guest, _, _ in guest + 1 }"#, wrongOperand),
        (#"fake.when(\.two) { guest, _ in let name = guest.name; return name }"#, wrongResult),
        (#"fake.when(\.two) { _, _ in nil }"#, "'nil' is not compatible with closure result type"),
      ]
      try await expect(lines, after: prelude)
    }

    /// Expects a message of the compiler for each line of code.
    private func expect(
      _ lines: [(code: String, message: String)], after prelude: [String]
    ) async throws {
      let code = lines.enumerated().map { "func row\($0.offset)() { \($0.element.code) }" }
      for (line, given) in zip(lines, try await messages(about: code, after: prelude)) {
        #expect(given.contains { $0.contains(line.message) }, "\(line.code) gives \(given)")
      }
    }

    /// Returns the messages of the compiler for each line of code that follows other lines.
    private func messages(about code: [String], after prelude: [String]) async throws -> [[String]]
    {
      let source = (prelude + code).joined(separator: "\n") + "\n"
      let messages = try await messages(compiling: source)
      return code.indices.map { number in
        let line = "page.swift:\(prelude.count + number + 1):"
        return messages.indices.filter { index in
          // A message about a macro names a generated file. A note below it names the line of the macro.
          messages[index].hasPrefix(line)
            || messages[index].contains("_swiftmacro_")
              && messages[index...].prefix(5).contains {
                $0.hasPrefix(line) && $0.contains("in expansion of macro")
              }
        }.map { messages[$0] }
      }
    }

    /// Returns the messages of the compiler for a source that imports the library built for this test.
    private func messages(compiling source: String) async throws -> [String] {
      let folder = TemporaryFolder()
      try folder.write(source, to: "page.swift")
      let built = Command.build
      let compiler = Command(
        "swiftc",
        [
          "-typecheck", "-swift-version", "6", "-parse-as-library",
          "-diagnostic-style", "llvm", "-I", built.appending(path: "Modules").path,
          "-Xcc", "-fmodule-map-file=\(built.path)/CFaked.build/module.modulemap", "page.swift",
        ], in: folder.url)
      return Page.lines(of: try await compiler.run().output)
    }
  }
#endif
