import Faked
import FakedScheduler

/// A scenario with eight calls that can fail. It runs nine times: unchanged, and once with each call failing.
private let callsOfARun = 8
private let runsOfAnExploration = callsOfARun + 1

/// The time to explore every fault of a scenario, next to a handwritten loop that fails one call after another.
var exploreRows: [Row] {
  [
    Row(
      name: "explored run, 8 calls", count: 10_000, subject: explored,
      reference: { count in
        asyncNanoseconds(max(1, count / runsOfAnExploration)) { _ in
          for faulty in 0..<runsOfAnExploration {
            let fake = HandWritten()
            let calls = Captured(0)
            fake.when { _, number in
              calls.withValue { $0 += 1 }
              if calls.value == faulty { throw Fault() }
              return number
            }
            run(hidden(fake))
          }
        } / Double(runsOfAnExploration)
      }),
    Row(
      name: "explored runs a second, of 10,000", unit: .runs, count: 10_000,
      subject: { 1e9 / explored($0) }),
    Row(
      name: "explored order, without its 4 tasks", target: 100_000, count: 2_000,
      subject: { exploredOrder($0) - nanosecondsOfTasks($0) }),
    Row(
      name: "deterministic test, without its 4 tasks", target: 1_000_000, count: 200,
      subject: { deterministicTest($0) - nanosecondsOfTasks($0) }),
  ]
}

private struct Fault: Error {}

private func run(_ sender: any Sender) {
  for number in 0..<callsOfARun { use(try? sender.send("key", number)) }
}

/// Returns the time of one run, in nanoseconds.
private func explored(_ count: Int) -> Double {
  asyncNanoseconds(max(1, count / runsOfAnExploration)) { _ in
    let scenario = Scenario(
      of: "explore", at: SourceLine(#fileID, #filePath, #line, #column), patience: .seconds(60),
      watch: { _, body in try await body() }, reporter: silent
    ) {
      let fake = TokenFake()
      fake.when(\.send) { _, number in number }
      run(hidden(fake))
    }
    let report = try? await scenario.exploreFaults(FaultOptions(error: Fault()))
    precondition(report?.runs == runsOfAnExploration)
  } / Double(runsOfAnExploration)
}

private let silent = TestScope.Reporter(now: { _ in true }, late: { _ in }, note: { _ in })

/// Makes four calls, each from a separate task.
@Sendable private func callFromTasks() async throws {
  let fake = TokenFake()
  fake.when(\.load) { _, number in number }
  let tasks = (0..<4).map { number in Task { try await fake.load("key", number) } }
  for task in tasks { _ = try await task.value }
}

/// Returns the time of the tasks alone, in nanoseconds.
private func nanosecondsOfTasks(_ count: Int) -> Double {
  asyncNanoseconds(count) { _ in try? await callFromTasks() }
}

/// Returns the time of a deterministic test with the tasks, in nanoseconds.
private func deterministicTest(_ count: Int) -> Double {
  asyncNanoseconds(count) { _ in
    let run = try? await DeterministicRun(
      of: "the benchmark", patience: .seconds(60), reporter: { _, _ in }
    ) {
      try await callFromTasks()
    }
    precondition((try? run?.result?.get()) != nil)
  }
}

/// Returns the time of one order of the tasks, in nanoseconds.
private func exploredOrder(_ count: Int) -> Double {
  asyncNanoseconds(1) { _ in
    let scenario = Scenario(
      of: "explore", at: SourceLine(#fileID, #filePath, #line, #column), patience: .seconds(60),
      watch: { _, body in try await body() }, reporter: silent, callFromTasks)
    let report = try? await scenario.exploreOrders(changes: 99, limit: count)
    precondition(report?.runs == count)
  } / Double(count)
}
