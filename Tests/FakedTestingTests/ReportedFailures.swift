import FakedTesting
import Testing

/// A failure as it reaches the test.
struct ReportedFailure: Equatable {
  let text: String
  let line: Int
}

extension ReportedFailure {
  init(_ issue: Issue) {
    self.init(
      text: issue.comments.map(\.rawValue).joined(separator: "\n"),
      line: issue.sourceLocation?.line ?? 0)
  }
}

/// The failures that checks report, taken from the test so that it passes.
///
/// For checks on the task of the test; what they throw is one of the failures, unlike with `issues(of:)`.
func failures(of checks: () throws -> Void) rethrows -> [ReportedFailure] {
  let found = Captured<[ReportedFailure]>([])
  try withKnownIssue(isIntermittent: true) {
    try checks()
  } matching: { issue in
    found.withValue { $0.append(ReportedFailure(issue)) }
    return true
  }
  return found.value
}

func failures(of checks: () async throws -> Void) async rethrows -> [ReportedFailure] {
  let found = Captured<[ReportedFailure]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await checks()
  } matching: { issue in
    found.withValue { $0.append(ReportedFailure(issue)) }
    return true
  }
  return found.value
}

/// The text of the one failure that a check reports; nil when it passes.
func failure(of check: () throws -> Void) rethrows -> String? {
  let found = try failures(of: check)
  if found.count > 1 { Issue.record("expected one failure, found \(found)") }
  return found.first?.text
}
