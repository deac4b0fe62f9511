#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct ClosureStructFakeTests {
    @Test func refusalsSayWhichParameterACallCannotKeep() async throws {
      let compiler = Compiler()
      let writer = try await compiler.generator(
        """
        struct Changer { var change: (inout Int) -> Void }
        struct Logger { var log: (String...) -> Void }
        """)
      let refusals = writer.structsOfClosures.map { writer.fake(of: $0).refusal }
      #expect(
        refusals == [
          Refusal(
            "'change' takes inout Int, which the closure of an ID cannot have",
            instead: "the fake, with its own closure for change"),
          Refusal(
            "'log' takes String..., which the closure of an ID cannot have",
            instead: "the fake, with its own closure for log"),
        ])
    }

    @Test func aClosureCanTakeATuple() async throws {
      let compiler = Compiler()
      let writer = try await compiler.generator(
        """
        typealias Point = (x: Int, y: Int)
        enum Edge: Error { case left }
        struct Mover: Sendable {
          var move: @Sendable ((Int, Int)) -> Void
          var jump: (@Sendable (Point, String) async throws(Edge) -> Int)?
          var stop: @Sendable (()) throws -> Void
        }
        """)
      let mover = try #require(writer.structsOfClosures.first)
      let fake = try #require(writer.fake(of: mover).fake)
      #expect(fake.text.contains("move: { value1 in handleCall(\\.move, value1) },"))
      try await compiler.check([compiler.write(fake.text, to: "FakeMover.swift")])
    }
  }
#endif
