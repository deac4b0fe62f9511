/// The error of a call that its fake could not answer, as a text.
struct ThrownText {
  let function: String
  let message: String
  /// Whether no stub answers; else one gives what its function cannot.
  let isUnstubbed: Bool

  init(_ error: FakedError, of function: String) {
    self.function = function
    message = error.message
    if case .missingFunction = error { isUnstubbed = true } else { isUnstubbed = false }
  }
}

/// What a scope has to say at its end.
package struct ScopeReport: Sendable {
  /// Failures that could not be recorded where they were found.
  package let findings: [FakedScope.Finding]
  /// The errors of calls that the test has not seen.
  let thrown: [ThrownText]
  /// Stubs that answered no call.
  package let unused: [StubSummary]
  /// The calls of all fakes, as far as they were kept.
  package let calls: [CallText]
  /// How many calls are not shown, since their fake ended before the test failed, by fake.
  package let untold: [String: Int]
}

extension ScopeReport {
  package var thrownMessages: [String] { thrown.map(\.message) }

  /// What a scope says of them: once for each function, and apart for calls that a stub answers.
  package var thrownTexts: [String] {
    let groups = Dictionary(grouping: thrown.indices) {
      [thrown[$0].function, "\(thrown[$0].isUnstubbed)"]
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { group in
      let first = thrown[group[0]]
      let head =
        switch (group.count, first.isUnstubbed) {
        case (1, true): "An unstubbed call threw an error that the test never observed."
        case (1, false): "A call of a fake threw an error that the test never observed."
        case (let count, let isUnstubbed):
          "\(count) \(isUnstubbed ? "unstubbed " : "")calls of \(first.function) threw errors that the test "
            + "never observed. The first:"
        }
      return "\(head)\n  \(first.message)"
    }
  }
}
