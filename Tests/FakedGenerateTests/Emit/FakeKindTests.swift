#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// Protocols whose fakes can be of any kind.
  @Suite(.tags(.process, .compiler)) struct FakeKindTests {
    @Test(arguments: FakeKind.allCases) func fakesOfEveryKindCompile(kind: FakeKind) async throws {
      let compiler = Compiler()
      let writer = try await compiler.generator(
        """
        public protocol Code: CodingKey {}
        public protocol Text: LosslessStringConvertible { associatedtype String: Sendable }
        public protocol Number { init(integerLiteral: Int) }
        public protocol Part {
          func merge<S: Sequence>(_ parts: S) where S.Element == Self
          func merge<S: Sequence<Self>>(into parts: S) -> Int
          subscript<S: Sequence>(_ parts: S) -> Int where S.Element == Self { get }
        }
        """)
      let fakes = try writer.protocols.map { name in
        let outcome = writer.fake(of: name, FakeStyle(kind: kind))
        return try #require(outcome.fake, "\(outcome)")
      }
      let files = try fakes.map { try compiler.write($0.text, to: "\($0.fakeName).swift") }
      try await compiler.check(files)
    }

    @Test func anActorCannotBeCreatedWithALiteral() async throws {
      let outcomes = try await FakeOutcomes(
        of: "protocol Number: ExpressibleByIntegerLiteral { init(integerLiteral value: Int) }")
      #expect(
        outcomes.refusal(of: "Number", .actor)?.reason
          == "'init(integerLiteral value: Int)': an actor cannot be created with a value of "
          + "IntegerLiteralType, which is not known to be Sendable")
    }
  }
#endif
