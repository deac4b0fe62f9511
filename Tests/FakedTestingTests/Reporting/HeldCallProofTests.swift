import FakedTesting
import TestSupport
import Testing
import XCTest

/// Tests that forget a held call. `HeldCallProofTests` runs them and checks their failures.
@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct HeldCallProofs {
  private let fake = FakeDepot()

  @Test func forgotten() async throws {
    let held = fake.hold(\.fetch)
    Task { [fake] in try await fake.fetch("swift") }
    _ = try await held.next()
  }

  /// The end of the body waits for the call, so the scope never reaches its end and can't release the call.
  @Test func waitsForItsOwnEnd() async throws {
    _ = fake.hold(\.fetch, atMost: .milliseconds(1))
    async let found = fake.fetch("swift")
    await withTaskGroup(of: Void.self) { group in
      _ = fake.hold(\.countID, atMost: .milliseconds(1))
      group.addTask { [fake] in _ = await fake.count() }
    }
    _ = try? await found
  }

  @Test func resumedTwice() async throws {
    let held = fake.hold(\.fetch)
    async let found = fake.fetch("swift")
    let call = try await held.next()
    call.resume(returning: "a")
    call.resume(returning: "b")
    #expect(try await found == "a")
  }

  @Test func neverCalled() async throws {
    let held = fake.hold(\.fetch)
    _ = try await held.next(within: .milliseconds(1))
  }
}

final class HeldCallXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testForgotten() async throws {
    try await withFakedScope {
      let fake = FakeDepot()
      let held = fake.hold(\.fetch)
      Task { try await fake.fetch("swift") }
      _ = try await held.next()
    }
  }

  func testAwaitedByItsOwnEnd() async throws {
    await withFakedScope {
      let fake = FakeDepot()
      _ = fake.hold(\.countID, atMost: .milliseconds(1))
      async let count = fake.count()
      _ = await count
    }
  }
}

/// Checks that the tests end, and that each failure has the right line.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct HeldCallProofTests {
  private func failure(_ test: String, _ text: String) throws -> String {
    try expectedFailure(of: test, at: text, in: "HeldCallProofTests.swift")
  }

  @Test func aHeldCallFailsItsSwiftTestingTestAtItsLine() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs")
    let failures = [
      try failure("forgotten()", "let held = fake.hold("), try failure("neverCalled()", "func"),
      try failure("resumedTwice()", #"resume(returning: "b")"#),
      try failure("waitsForItsOwnEnd()", ".fetch, atMost"),
      try failure("waitsForItsOwnEnd()", ".countID, atMost"),
    ]
    #expect(run.failures == failures, "\(run.output)")
    #expect(run.status != 0)
    let texts = [
      "1 call of FakeDepot.fetch was still held at the end of the test: fetch(\"swift\")",
      "FakeDepot.fetch(\"swift\") is under way",
      "1 call of FakeDepot.fetch was still held after 1 ms: fetch(\"swift\")",
      "1 call of FakeDepot.count was still held after 1 ms: count",
      " was resumed twice: at HeldCallProofTests.swift:",
      " waited 1 ms, but no call of FakeDepot.fetch was held.",
    ]
    #expect(texts.filter { !run.output.contains($0) } == [], "\(run.output)")
  }

  @Test func aHeldCallFailsItsXCTestAtItsLine() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.HeldCallXCTestProofs")
    let failures = [
      try failure("testAwaitedByItsOwnEnd", "atMost"),
      try failure("testForgotten", "let held = fake.hold("),
    ]
    #expect(run.failures == failures, "\(run.output)")
    #expect(run.status != 0)
  }
}
