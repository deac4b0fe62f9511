import FakedExplore
import TestSupport
import Testing

/// The issues that a body records, taken from the test so that it passes.
///
/// Use it for warnings and failures. Unlike with `failures(of:)`, an error of the body reaches the test.
func issues(of body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
  let found = Captured<[Issue]>([])
  let test = try #require(Test.current)
  let watch = IssueHandlingTrait.compactMapIssues { issue in
    found.withValue { $0.append(issue) }
    return nil
  }
  try await watch.provideScope(for: test, testCase: Test.Case.current, performing: body)
  return found.value
}

/// The report of an exploration, and the failures that it records, which do not fail the test.
///
/// Use it for explorations whose report is checked, and `failures(of:)` for verifications.
func explored<Report: Sendable>(
  _ body: @escaping @Sendable () async throws -> Report
) async throws -> (report: Report, failures: [ReportedFailure]) {
  let report = Captured<Report?>(nil)
  let issues = try await issues { report.value = try await body() }
  return (try #require(report.value), issues.map(ReportedFailure.init))
}

/// Explores a service several times, with its bug or with the fix, and returns the common report.
func repeatedly<Report: Sendable & CustomStringConvertible>(
  _ explore: @escaping @Sendable () async throws -> Report
) async throws -> Report {
  let (first, _) = try await explored(explore)
  for _ in 1..<Repetitions.count {
    let (again, _) = try await explored(explore)
    #expect("\(again)" == "\(first)")
  }
  return first
}

/// The text with which an exploration refuses its scenario.
func refusal<Report>(
  of exploration: @escaping @Sendable () async throws -> Report
) async -> String? {
  let error = await #expect(throws: FakedError.self) { _ = try await exploration() }
  guard case .invalidParameter(let message) = error else { return nil }
  return message
}

/// Each of the explorations.
enum Exploration: String, CaseIterable, Sendable {
  case faults = "exploreFaults"
  case orders = "exploreOrders"
  case cancellations = "exploreCancellations"
  case results = "exploreResults"

  /// Explores a scenario, and returns the number of runs.
  @discardableResult
  func run(
    limit: Int = 100, deadline: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, _ scenario: @escaping @Sendable () async throws -> Void
  ) async throws -> Int {
    switch self {
    case .faults:
      try await exploreFaults(
        limit: limit, deadline: deadline, fileID: fileID, line: line, scenario
      ).runs
    case .orders:
      try await exploreOrders(
        limit: limit, deadline: deadline, fileID: fileID, line: line, scenario
      ).runs
    case .cancellations:
      try await exploreCancellations(
        limit: limit, deadline: deadline, fileID: fileID, line: line, scenario
      ).runs
    case .results:
      try await exploreResults(
        limit: limit, deadline: deadline, fileID: fileID, line: line, scenario
      ).runs
    }
  }

  /// The texts of the failures that it records, taken from the test so that it passes.
  func failures(
    limit: Int = 100, deadline: Duration? = nil,
    _ scenario: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    try await explored { try await run(limit: limit, deadline: deadline, scenario) }
      .failures.map(\.text)
  }
}

/// Fetches all keys concurrently, and returns them in the order in which their calls continued.
@discardableResult
func fetchAll(
  _ keys: some Sequence<Character> & Sendable, of depot: FakeDepot = FakeDepot()
) async -> String {
  let ends = Captured("")
  await withTaskGroup(of: Void.self) { group in
    for key in keys {
      group.addTask {
        let text = try? await depot.fetch(String(key))
        ends.withValue { $0 += text ?? "" }
      }
    }
  }
  return ends.value
}

/// Waits until the current task is canceled.
func waitForCancellation() async {
  let (stream, _) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
}
