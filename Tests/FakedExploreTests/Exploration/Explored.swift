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

/// The text with which an exploration refuses its scenario.
func refusal<Report>(
  of exploration: @escaping @Sendable () async throws -> Report
) async -> String? {
  let error = await #expect(throws: FakedError.self) { _ = try await exploration() }
  guard case .invalidParameter(let message) = error else { return nil }
  return message
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
