import FakedTesting
import TestSupport
import Testing

/// Calls in closures that the optimizer inlines.
@Suite(.faked, .enabled(if: CallSiteTable.isSupported)) struct InlinedCallSiteTests {
  private let storage = FakeStorage()

  @Test func theFunctionThatDeclaresAnEscapingClosureIsTheSite() throws {
    try perform(makeJob())
    storage.verify(\.get, called: 1)
    let site = try #require(storage.calls(to: \.get).first?.callSite)
    #expect(site.function == "InlinedCallSiteTests.makeJob()")
  }

  @inline(never) private func makeJob() -> () throws -> Void {
    { [storage] in _ = try storage.get("a") }
  }

  @inline(never) private func perform(_ job: @escaping () throws -> Void) throws { try job() }
}
