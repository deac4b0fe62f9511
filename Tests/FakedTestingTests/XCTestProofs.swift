import FakedTesting
import XCTest

/// Tests that fail on purpose; `ProofTests` runs them and reads who failed, where, and how often.
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

  func testPasses() {
    withFakedScope { ProofFake().verify(\.load, called: .never) }
  }

  func testSwallowed() {
    withFakedScope { _ = try? ProofFake().load("a") }
  }

  func testUnused() {
    withFakedScope(.strict) { ProofFake().when(\.load) { _ in 1 } }
  }

  func testUnusedIsAWarning() {
    withFakedScope { ProofFake().when(\.load) { _ in 1 } }
  }

  func testOutsideAScope() { ProofFake().verify(\.load) }
}
