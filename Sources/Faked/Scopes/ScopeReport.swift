/// The error of an unstubbed call, as a text.
struct UnstubbedText {
  let function: String
  let message: String
}

/// What a scope has to say at its end.
package struct ScopeReport: Sendable {
  /// Failures that could not be recorded where they were found.
  package let findings: [FakedScope.Finding]
  /// The errors of unstubbed calls that the test has not seen.
  let unstubbedCalls: [UnstubbedText]
  /// Stubs that answered no call.
  package let unused: [StubSummary]
  /// The calls of all fakes, as far as they were kept.
  package let calls: [CallText]
  /// How many calls are not shown, since their fake ended before the test failed, by fake.
  package let untold: [String: Int]
}

extension ScopeReport {
  package var unstubbed: [String] { unstubbedCalls.map(\.message) }

  /// What a scope says of them: once for each function.
  package var unstubbedTexts: [String] {
    let groups = Dictionary(grouping: unstubbedCalls.indices) { unstubbedCalls[$0].function }
    return groups.values.sorted { $0[0] < $1[0] }.map { group in
      let first = unstubbedCalls[group[0]]
      let head =
        group.count == 1
        ? "An unstubbed call threw an error that the test never observed."
        : "\(group.count) unstubbed calls of \(first.function) threw errors that the test never "
          + "observed. The first:"
      return "\(head)\n  \(first.message)"
    }
  }
}
