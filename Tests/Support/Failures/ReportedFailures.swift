import Faked
import Testing

/// A failure as it reaches the test.
package struct ReportedFailure: Equatable {
  package let text: String
  package let line: Int

  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

extension ReportedFailure {
  package init(_ issue: Issue) {
    self.init(
      text: issue.comments.map(\.rawValue).joined(separator: "\n"),
      line: issue.sourceLocation?.line ?? 0)
  }
}

/// Returns the failures that a body records in the current test, which passes nevertheless.
///
/// Errors that the body throws are failures, too. Use `ProbedScope` for a scope of its own, or for failures in other
/// tasks, and `issues(of:)` for warnings.
package func failures(of checks: () throws -> Void) rethrows -> [ReportedFailure] {
  let found = Captured<[ReportedFailure]>([])
  try withKnownIssue(isIntermittent: true) {
    try checks()
  } matching: { issue in
    found.withValue { $0.append(ReportedFailure(issue)) }
    return true
  }
  return found.value
}

package func failures(of checks: () async throws -> Void) async rethrows -> [ReportedFailure] {
  let found = Captured<[ReportedFailure]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await checks()
  } matching: { issue in
    found.withValue { $0.append(ReportedFailure(issue)) }
    return true
  }
  return found.value
}

/// Returns the text of the only failure that a body records, or `nil` if there is none.
package func failure(of check: () throws -> Void) rethrows -> String? {
  let found = try failures(of: check)
  if found.count > 1 { Issue.record("expected one failure, found \(found)") }
  return found.first?.text
}
