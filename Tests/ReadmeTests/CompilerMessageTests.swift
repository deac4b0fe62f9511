#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Foundation
  import Testing

  /// The compiler's messages that the README explains are those that this compiler gives.
  struct CompilerMessageTests {
    @Test func everyMessageInTheReadmeIsOneTheCompilerGives() async throws {
      let mistakes = mistakes
      let messages = try await messages(
        compiling: prelude + "\n" + mistakes.map(\.code).joined(separator: "\n"))
      let firstLine = Readme.lines(of: prelude).count + 1
      let rows = try Readme.text().split(separator: "\n").filter { $0.hasPrefix("| `") }
      for (index, mistake) in mistakes.enumerated() {
        let given = messages.filter { $0.hasPrefix("mistakes.swift:\(firstLine + index):") }
        #expect(given.contains(where: mistake.isExplained(in:)), "\(mistake.code) gave \(given)")
        #expect(rows.contains(where: mistake.isExplained(in:)), "\(mistake.parts)")
      }
    }

    private let prelude = #"""
      import Faked
      import Foundation
      enum E: Error { case full }
      struct FakeShop: Faked {
        let instanceId = FakeInstance()
        let price: FunctionID<(String, Int) -> Int, Throws> = "price"
        let now: FunctionID<() -> Int, Returns> = "now"
        let size: FunctionID<(String) -> Int, Returns> = "size"
        let put: FunctionID<(String) -> Int, ThrowsOnly<E>> = "put"
        let find = "find"
      }
      let fake = FakeShop()
      func parse(_ text: String) throws -> Int { 1 }
      """#

    private var mistakes: [Mistake] {
      let count = ["expects 2 arguments, but 1 was used in closure body"]
      let ignored = [
        "for closure argument list expects 2 arguments, which cannot be implicitly ignored"
      ]
      let unknown =
        "cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'String'"
      let type = [
        "cannot convert value of type 'KeyPath<", "FunctionID<",
        "to expected argument type 'KeyPath<",
        ", String>'",
      ]
      let noMatch = "no exact matches in call to instance method 'when'"
      let identity = "let instanceId = FakeInstance()"
      return [
        Mistake(#"func a() { fake.when(\.price) { 1 } }"#, ignored),
        Mistake(#"func b() { fake.when(\.price) { key in 1 } }"#, count),
        Mistake(#"func c() { fake.when(\.prize) { _, _ in 1 } }"#, [unknown]),
        Mistake(#"func d() { fake.when(\.price) { _, _ in "one" } }"#, type),
        Mistake(#"func e() { fake.when(\.price).thenReturn("one") }"#, type),
        Mistake(#"func f() { fake.when(\.price, with: "tea").thenReturn(1) }"#, type),
        Mistake(#"func g() { fake.when(\.now).thenThrow(E.full) }"#, type),
        Mistake(
          #"func h() { fake.when(\.put) { key in key.count } }"#,
          ["invalid conversion of thrown error type 'Never' to 'E'"]),
        Mistake(
          #"func i() { fake.when(\.put) { key in if key == "" { throw E.full }; return 1 } }"#,
          ["'any Error' to 'E'"]),
        Mistake(#"func j() { fake.when(\.put) { _ in throw E.full } }"#, [noMatch]),
        Mistake(
          #"func k() { fake.when(\.price) { _, _ in await Task.yield(); return 1 } }"#, [noMatch]),
        Mistake(#"func l() { fake.when(\.find) { 1 } }"#, ignored),
        Mistake(
          #"func m() { fake.when(\.size) { key in try parse(key) } }"#,
          ["invalid conversion of thrown error type 'any Error' to 'Never'"]),
        Mistake(
          #"struct A: Faked { \#(identity); let reset: FunctionID<() -> Void> = ""; func reset() {} }"#,
          ["invalid redeclaration of 'reset()'"]),
        Mistake(
          #"struct FakeMailer: Faked { let send = "send" }"#,
          ["type 'FakeMailer' does not conform to protocol 'Faked'"]),
        Mistake(
          #"struct B: Faked { \#(identity); let f = ""; func f(_ n: Int) throws { try handleCall(\.f, n) } }"#,
          ["missing argument label 'params:' in call"]),
        Mistake(
          #"struct C: Faked { \#(identity); let f = ""; func f() -> Int { handleCall(\.f) } }"#,
          ["call can throw, but it is not marked with 'try'"]),
        Mistake(
          #"func n() { fake.when(\.find) { _, params in let key = try params[0].unwrap(); return 1 } }"#,
          ["generic parameter 'U' could not be inferred"]),
        Mistake(
          "func o(_ request: URLRequest) {}", ["cannot find type 'URLRequest' in scope"]),
        Mistake(
          #"func q() { _ = fake.hold(\.price) }"#,
          [
            "'hold' is unavailable: a sync function cannot wait; hold an async one, or stub this one a behavior"
          ]),
        Mistake(#"func p() { fake.when(\.price) }"#, ["result of call to 'when(", "is unused"]),
      ]
    }

    /// What the compiler says to a source that imports the library that was built for this test.
    private func messages(compiling source: String) async throws -> [String] {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().description)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try source.write(
        to: folder.appending(path: "mistakes.swift"), atomically: true, encoding: .utf8)
      let modules = Program.bundle.deletingLastPathComponent().appending(path: "Modules")
      let compiler = Program(
        url: URL(filePath: "/usr/bin/env"), folder: folder,
        arguments: [
          "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
          "-diagnostic-style", "llvm",
          "-I", modules.path, "mistakes.swift",
        ])
      return Readme.lines(of: try await compiler.output())
    }
  }

  /// A line of code that does not compile, and parts of the message it leads to.
  private struct Mistake {
    let code: String
    let parts: [String]

    init(_ code: String, _ parts: [String]) {
      self.code = code
      self.parts = parts
    }

    func isExplained(in text: some StringProtocol) -> Bool { parts.allSatisfy(text.contains) }
  }
#endif
