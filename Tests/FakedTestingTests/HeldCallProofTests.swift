import FakedTesting
import TestSupport
import Testing
import XCTest

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> Int, AsyncThrows> = "find"
  let count: FunctionID<() -> Int, AsyncReturns> = "count"
  func find(_ text: String) async throws -> Int { try await handleCall(\.find, text) }
  func count() async -> Int { await handleCall(\.count) }
}

/// Tests that forget a held call; `HeldCallProofTests` runs them and reads how they end.
@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct HeldCallProofs {
  private let fake = Fake()

  @Test func forgotten() async throws {
    let held = fake.hold(\.find)
    Task { [fake] in try await fake.find("swift") }
    _ = try await held.next()
  }

  /// The end of its body waits for the call, so the end of its scope cannot come to release it.
  @Test func awaitedByItsOwnEnd() async throws {
    _ = fake.hold(\.find, atMost: .milliseconds(1))
    async let found = fake.find("swift")
    await withTaskGroup(of: Void.self) { group in
      _ = fake.hold(\.count, atMost: .milliseconds(1))
      group.addTask { [fake] in _ = await fake.count() }
    }
    _ = try? await found
  }

  @Test func resumedTwice() async throws {
    let held = fake.hold(\.find)
    async let found = fake.find("swift")
    let call = try await held.next()
    call.resume(returning: 1)
    call.resume(returning: 2)
    #expect(try await found == 1)
  }

  @Test func neverCalled() async throws {
    let held = fake.hold(\.find)
    _ = try await held.next(within: .milliseconds(1))
  }
}

final class HeldCallXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testForgotten() async throws {
    try await withFakedScope {
      let fake = Fake()
      let held = fake.hold(\.find)
      Task { try await fake.find("swift") }
      _ = try await held.next()
    }
  }

  func testAwaitedByItsOwnEnd() async throws {
    await withFakedScope {
      let fake = Fake()
      _ = fake.hold(\.count, atMost: .milliseconds(1))
      async let count = fake.count()
      _ = await count
    }
  }
}

/// Checks that those tests end, and that each failure has its line.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct HeldCallProofTests {
  private func failure(_ test: String, _ text: String) throws -> String {
    try expectedFailure(of: test, at: text, in: "HeldCallProofTests.swift")
  }

  @Test func whatIsWrongWithAHeldCallFailsItsSwiftTestingTestAtItsLine() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs")
    let failures = [
      try failure("awaitedByItsOwnEnd()", ".find, atMost"),
      try failure("awaitedByItsOwnEnd()", ".count, atMost"),
      try failure("forgotten()", "let held = fake.hold("), try failure("neverCalled()", "func"),
      try failure("resumedTwice()", "resume(returning: 2)"),
    ]
    #expect(run.failures == failures && run.status != 0, "\(run.output)")
    let texts = [
      "Fake.find still held 1 call at the end of the test: find(\"swift\").",
      "Fake.find(\"swift\") is under way",
      "Fake.find still held 1 call after 1 ms: find(\"swift\").",
      "Fake.count still held 1 call after 1 ms: count().",
      "Fake.find(\"swift\") was resumed twice: at HeldCallProofTests.swift:",
      " waited 1 ms, and no held call of Fake.find came.",
    ]
    #expect(texts.filter { !run.output.contains($0) } == [], "\(run.output)")
  }

  @Test func whatIsWrongWithAHeldCallFailsItsXCTestAtItsLine() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.HeldCallXCTestProofs")
    let failures = [
      try failure("testAwaitedByItsOwnEnd", "atMost"),
      try failure("testForgotten", "let held = fake.hold("),
    ]
    #expect(run.failures == failures && run.status != 0, "\(run.output)")
  }
}
