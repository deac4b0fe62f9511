import FakedTesting
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
