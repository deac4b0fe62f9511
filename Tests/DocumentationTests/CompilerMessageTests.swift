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
