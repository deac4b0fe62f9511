import FakedTesting
import Testing
import XCTest

// Swift Testing in the process of XCTest, as Xcode has both in one; `BothFrameworksTests` reads how it ends.

/// Runs the tests of Swift Testing when those of XCTest are over.
final class AfterXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testNothing() {}

  override class func tearDown() { if ChildProcess.isChild { runSwiftTesting() } }
}

/// Runs them while one of XCTest runs.
final class WithinXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testSwiftTesting() { runSwiftTesting() }
}

private func runSwiftTesting() {
  let status = Captured<CInt?>(nil)
  Task.detached {
    var arguments = __CommandLineArguments_v0()
    arguments.filter = ["SharedProcessProofs"]
    status.value = await Testing.__swiftPMEntryPoint(passing: arguments) as CInt
  }
  // Swift Testing wants the main queue.
  while status.value == nil { RunLoop.main.run(until: .now + 0.01) }
  print("Swift Testing ended with status \(status.value ?? 0).")
}

@Suite(.enabled(if: ChildProcess.isChild)) struct SharedProcessProofs {
  private let fake = ProofFake()

  @Test func onTheTask() { fake.verify(\.load) }
  @Test func offTheTask() async { await Origin.detachedTask.run { [fake] in fake.verify(\.load) } }
  @Test func inAScope() async {
    await withFakedScope {
      let fake = ProofFake()
      await Origin.detachedTask.run { fake.verify(\.load) }
    }
  }
  @Test(.faked) func inTheScopeOfTheTest() async {
    let fake = ProofFake()
    await Origin.queue.run { fake.verify(\.load) }
  }
}
