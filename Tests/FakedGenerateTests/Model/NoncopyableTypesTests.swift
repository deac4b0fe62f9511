#if os(Linux) && compiler(>=6.2)
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct NoncopyableTypesTests {
    @Test func aRefusalSaysThatASpanIsNonescapable() async throws {
      let outcomes = try await FakeOutcomes(
        of: "protocol Summing { func sum(_ numbers: Span<Int>) -> Int }")
      let refusal = try #require(outcomes.refusal(of: "Summing"))
      #expect(
        refusal.reason == "'func sum(_ numbers: Span<Int>) -> Int': "
          + "a call cannot keep a value of Span<Int>, which is nonescapable")
    }
  }
#endif
