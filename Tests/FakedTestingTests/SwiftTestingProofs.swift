import FakedTesting
import Testing

/// Tests that fail on purpose; `ProofTests` runs them and reads who failed, where, and how often.
@Suite(.faked, .enabled(if: ChildProcess.isChild)) struct SwiftTestingProofs {
  private let fake = ProofFake()

  private func check(from origin: Origin, line: UInt = #line) async {
    await origin.run { [fake] in fake.verify(\.load, line: line) }
  }

  @Test func task() async { await check(from: .task) }
  @Test func childTask() async { await check(from: .childTask) }
  @Test func detachedTask() async { await check(from: .detachedTask) }
  @Test func queue() async { await check(from: .queue) }
  @Test func thread() async { await check(from: .thread) }

  /// Passes beside the others, by the same ways.
  @Test(arguments: Origin.allCases) func passes(_ origin: Origin) async {
    await origin.run { [fake] in fake.verify(\.load, called: .never) }
  }

  @Test(arguments: [1, 2, 3]) func oneCase(_ number: Int) async {
    await Origin.detachedTask.run { [fake] in
      fake.verify(\.load, called: number == 2 ? 1 : 0)
    }
  }

  @Test func swallowed() { _ = try? fake.load("a") }
  @Test func propagated() throws { _ = try fake.load("a") }
  @Test func naturalDefault() { _ = fake.now() }
  @Test func unusedIsAWarning() { fake.when(\.load) { _ in 1 } }
  @Test(.faked(.strict)) func unusedIsAFailure() { fake.when(\.load) { _ in 1 } }
  @Test(.faked(.lenient)) func unusedIsIgnored() { fake.when(\.load) { _ in 1 } }

  @Test func knownIssues() {
    withKnownIssue { _ = fake.now() }
    withKnownIssue { fake.verify(\.load) }
  }

  @Test(.faked(.relaxed)) func relaxed() {
    let fake = ProofFake()
    _ = fake.now()
  }

  @Test(.faked(patience: .milliseconds(20))) func impatient() async {
    let fake = ProofFake()
    await #expect(throws: FakedError.self) { try await fake.nextCall(to: \.load) }
  }

  @Test func showsItsCalls() throws {
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

@Suite(.enabled(if: ChildProcess.isChild)) struct LateProofs {
  @Test func checksAfterTheEnd() async throws {
    let late = Captured<ProofFake?>(nil)
    withFakedScope {
      let fake = ProofFake()
      _ = fake.wasCalled(\.load)
      late.value = fake
    }
    late.value?.verify(\.load)
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
