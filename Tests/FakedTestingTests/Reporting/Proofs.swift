import Dispatch
import FakedTesting
import Foundation
import TestSupport
import Testing
import XCTest

// Tests that fail on purpose. `ProofTests` runs them and checks the test, line, and number of the failures.

/// A fake that is never called, so every check of a call fails.
struct ProofFake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let nowID: FunctionID<() -> Int, Returns> = "now"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func now() -> Int { handleCall(\.nowID) }
}

/// The tasks and threads from which a check can be made.
enum Origin: String, CaseIterable, Sendable {
  case task, childTask, detachedTask, queue, thread

  func run(_ check: @escaping @Sendable () -> Void) async {
    switch self {
    case .task: check()
    case .childTask: await withTaskGroup(of: Void.self) { $0.addTask { check() } }
    case .detachedTask: await Task.detached { check() }.value
    case .queue: await finished { done in DispatchQueue.global().async { done(check) } }
    case .thread: await finished { done in Thread { done(check) }.start() }
    }
  }

  private func finished(
    _ start: (@escaping @Sendable (@Sendable () -> Void) -> Void) -> Void
  ) async {
    await withCheckedContinuation { continuation in
      start { check in
        check()
        continuation.resume()
      }
    }
  }
}

/// Tests that mostly fail, at the line of their function.
@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct SwiftTestingProofs {
  private let fake = ProofFake()

  private func check(from origin: Origin, called count: Int = 1, line: UInt = #line) async {
    await origin.run { [fake] in fake.verify(\.load, called: count, line: line) }
  }

  @Test func task() async { await check(from: .task) }
  @Test func childTask() async { await check(from: .childTask) }
  @Test func detachedTask() async { await check(from: .detachedTask) }
  @Test func queue() async { await check(from: .queue) }
  @Test func thread() async { await check(from: .thread) }
  /// Passes, from the same tasks and threads as the failing tests.
  @Test(arguments: Origin.allCases) func passes(_ origin: Origin) async {
    await check(from: origin, called: 0)
  }
  @Test(arguments: 0...1) func oneCase(_ n: Int) async { await check(from: .thread, called: n) }

  @Test func swallowed() { _ = try? fake.load("a") }
  @Test func propagated() throws { _ = try fake.load("a") }
  @Test func naturalDefault() { _ = fake.now() }
  @Test func unusedIsAWarning() { fake.when(\.load) { _ in 1 } }
  @Test(.faked(.strict)) func unusedIsAFailure() { fake.when(\.load) { _ in 1 } }
  @Test(.faked(.lenient)) func unusedIsIgnored() { fake.when(\.load) { _ in 1 } }

  @Test func knownIssues() {
    let fake = ProofFake()
    fake.when(\.load) { $0.count }
    #expect(throws: Never.self) { try fake.load("a") }
    withKnownIssue { _ = fake.now() }
    withKnownIssue { self.fake.verify(\.load) }
  }

  @Test(.faked(.relaxed)) func relaxed() { _ = ProofFake().now() }

  @Test(.faked(patience: .milliseconds(20))) func impatient() async {
    let fake = ProofFake()
    let error = await #expect(throws: FakedError.self) { try await fake.nextCall(to: \.load) }
    #expect(error?.message.contains(" waited 20 ms, ") == true)
  }
}

@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct TranscriptProofs {
  @Test func showsItsCalls() throws {
    let fake = ProofFake()
    fake.when(\.load) { $0.count }
    _ = try fake.load("abc")
    #expect(Bool(false))
  }
}

@Suite(.enabled(if: ChildProcess.isChild)) struct OutsideAScopeProofs {
  private let fake = ProofFake()

  @Test func onTheTask() { fake.verify(\.load) }
  @Test func offTheTask() async { await Origin.detachedTask.run { [fake] in fake.verify(\.load) } }
}

@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct KnownIssueProofs {
  private let fake = ProofFake()

  @Test func fromElsewhere() async {
    await withKnownIssue {
      await Origin.detachedTask.run { [fake] in fake.verify(\.load) }
    }
  }
  @Test func onItsTask() async {
    await withKnownIssue {
      _ = fake.now()
      await Origin.childTask.run { [fake] in fake.verify(\.load) }
      withFakedScope { _ = try? ProofFake().load("a") }
    }
  }
}

@Suite(.enabled(if: ChildProcess.isChild)) struct LateProofs {
  @Test func checksAfterTheEnd() {
    let fake = withFakedScope {
      let fake = ProofFake()
      _ = fake.wasCalled(\.load)
      return fake
    }
    fake.verify(\.load)
  }
}

/// 200 tests in parallel, of which 7 fail.
@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct ManyProofs {
  private let fake = ProofFake()

  @Test(arguments: 0..<200) func many(_ number: Int) async throws {
    fake.when(\.load) { $0.count }
    _ = try fake.load("\(number)")
    await Origin.allCases[number % 5].run { [fake] in
      fake.verify(\.load, with: number % 29 == 3 ? "wrong \(number)" : "\(number)")
    }
  }
}

/// Tests that mostly fail, at the line of their function.
final class XCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  private func check(from origin: Origin, line: UInt = #line) async {
    await withFakedScope {
      let fake = ProofFake()
      await origin.run { fake.verify(\.load, line: line) }
    }
  }

  func testTask() async { await check(from: .task) }
  func testChildTask() async { await check(from: .childTask) }
  func testDetachedTask() async { await check(from: .detachedTask) }
  func testQueue() async { await check(from: .queue) }
  func testThread() async { await check(from: .thread) }
  func testPasses() { withFakedScope { ProofFake().verify(\.load, called: .never) } }
  func testSwallowed() { withFakedScope { _ = try? ProofFake().load("a") } }
  func testUnused() { withFakedScope(.strict) { ProofFake().when(\.load) { _ in 1 } } }
  func testUnusedIsAWarning() { withFakedScope { ProofFake().when(\.load) { _ in 1 } } }
  func testOutsideAScope() { ProofFake().verify(\.load) }
}
