import Faked
import TestSupport
import Testing

struct HeldCallTimeTests {
  private let fake = FakeLibrary()

  @Test func everyExpiredCallIsReported() async throws {
    let held = fake.hold(\.find, atMost: .milliseconds(1))
    let line = #line - 1
    for text in ["a", "b"] {
      let error = await #expect(throws: FakedError.self) { try await fake.find(text) }
      #expect(
        error
          == .heldCall(
            """
            1 call of FakeLibrary.find was still held after 1 ms: find("\(text)").
              Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
            """))
    }
    let missing = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    #expect(
      missing?.message.contains(
        """
         was held.
          Held, and not resumed:
          FakeLibrary.find("a"), held at HeldCallTimeTests.swift:\(line)
          FakeLibrary.find("b"), held at HeldCallTimeTests.swift:\(line)
          Called:
          find("a") threw an error because it was held and not resumed
        """) == true)
  }

  @Test func aScopeReportsExpiredCallsAndKeepsThemHeld() async {
    let scope = ProbedScope()
    let line = await scope.run {
      let fake = FakeLibrary()
      _ = fake.hold(\.find, atMost: .milliseconds(1))
      let line = #line - 1
      // The test waits for the forgotten call, so it can't reach the end of its scope.
      let error = await #expect(throws: FakedError.self) { try await fake.find("a") }
      #expect(
        error?.message.hasPrefix(
          #"1 call of FakeLibrary.find was still held after 1 ms: find("a")."#) == true)
      return line
    }
    let report = scope.scope.end(isStrict: false)
    let failures = scope.recorded.value + report.failures
    #expect(failures.map(\.site?.line) == [UInt(line)])
    let text = #"1 call of FakeLibrary.find was still held after 1 ms: find("a")."#
    #expect(failures.first?.message.hasPrefix(text) == true)
    let call = #"call 1: FakeLibrary.find("a") threw"#
    #expect(
      report.calls.map { $0.text.hasPrefix(call) } == [true], "though the fake is gone")
  }
}
