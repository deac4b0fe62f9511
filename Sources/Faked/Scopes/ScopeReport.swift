/// The error of a call that its fake could not answer, as a text.
struct ThrownText {
  /// What one report sums up: calls of one function that failed for one reason.
  struct Group: Hashable {
    let function: String
    /// Whether no stub answers; else one gives what its function cannot.
    let isUnstubbed: Bool
  }

  let group: Group
  let message: String

  init(_ error: FakedError, of function: String) {
    let isUnstubbed = if case .missingFunction = error { true } else { false }
    group = Group(function: function, isUnstubbed: isUnstubbed)
    message = error.message
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
    let groups = Dictionary(grouping: thrown.indices) { thrown[$0].group }
    return groups.sorted { $0.value[0] < $1.value[0] }.map { group, places in
      let head =
        switch (places.count, group.isUnstubbed) {
        case (1, true): "An unstubbed call threw an error that the test never observed."
        case (1, false): "A call of a fake threw an error that the test never observed."
        case (let count, let isUnstubbed):
          "\(count) \(isUnstubbed ? "unstubbed " : "")calls of \(group.function) threw errors that the test "
            + "never observed. The first:"
        }
      return "\(head)\n  \(thrown[places[0]].message)"
    }
  }
}
