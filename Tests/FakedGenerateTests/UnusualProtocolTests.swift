#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// Protocols that are rare, and that a fake has to meet all the same.
  struct UnusualProtocolTests {
    @Test(arguments: [nil] + FakeKind.allCases)
    func theTypeOfTheFakeIsAnArgument(kind: FakeKind?) async throws {
      let fake = try await UnusualProtocolTests.compiled(
        "public protocol Registry { func add(_ type: Self.Type, to: [Self.Type]) -> Bool }",
        kind)
      #expect(
        fake.text.contains("let add: FunctionID<(FakeRegistry.Type, [FakeRegistry.Type]) -> Bool>"))
    }

    /// The fake of the only protocol of a source, after it has been compiled.
    private static func compiled(_ source: String, _ kind: FakeKind? = nil) async throws
      -> GeneratedFake
    {
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.graph(source))
      let name = try #require(writer.protocols(in: ["App"]).first)
      switch writer.fake(of: name, kind: kind) {
      case .refused(let refusal): throw Compiler.Failure(description: refusal.reason)
      case .written(let fake):
        try await compiler.object([compiler.write(fake.text, to: "Fake.swift")])
        return fake
      }
    }
  }
#endif
