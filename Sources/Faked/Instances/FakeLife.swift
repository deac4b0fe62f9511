/// A tear-down of a fake.
struct TearDown: Sendable {
  /// The nanosecond of the tear-down.
  let time: UInt64
  /// The number of calls that each function had before, by its name.
  let callCounts: [String: Int]
}

/// The life of a fake.
@usableFromInline
package enum FakeLife {
  /// The fake belongs to no scope.
  case idle
  /// The fake belongs to a scope, which gets its failures.
  case active(TestScope)
  /// The scope of the fake ended at that nanosecond. The stubs are kept for tasks that outlive the test.
  case ended(TestScope, at: UInt64)

  /// The scope that the fake belongs to, or belonged to.
  var scope: TestScope? {
    switch self {
    case .idle: nil
    case .active(let scope), .ended(let scope, _): scope
    }
  }

  /// The nanosecond at which the scope ended, or `nil` if it runs.
  var end: UInt64? { if case .ended(_, let end) = self { end } else { nil } }

  /// Returns the reason why a call needs more work than counting, recording, and responding.
  @usableFromInline
  func observation(isAwaited: Bool) -> CallObservation {
    switch self {
    case .ended: .afterEnd
    case .active(let scope) where scope.observesCalls: .observed
    case .idle where OutsideCalls.areObserved || CallSiteTable.ofProcess != nil: .observed
    case .idle, .active: isAwaited ? .observed : .none
    }
  }
}
