#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct ClosureStructFakeTests {
    @Test func refusalsSayWhichParameterACallCannotKeep() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        struct Changer { var change: (inout Int) -> Void }
        struct Logger { var log: (String...) -> Void }
        """)
      let writer = try FakeGenerator(symbolGraphs: graphs)
      let refusals = writer.structsOfClosures(in: ["App"]).map { writer.fake(of: $0).refusal }
      #expect(
        refusals == [
          Refusal(
            "'change' takes a closure that does not escape, or an inout value, which a call "
              + "cannot keep", instead: "the fake, with its own closure for change"),
          Refusal(
            "'log' has a variadic parameter, which the closure of an ID cannot have",
            instead: "the fake, with its own closure for log"),
        ])
    }
  }
#endif
