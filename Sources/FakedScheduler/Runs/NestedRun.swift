import Faked

/// One run of an exploration within a run of another one.
///
/// A call has the same name in all runs, so that the outer exploration treats it in the same way in each of them.
package final class NestedRun: Sendable {
  /// Identifies the runs of one exploration.
  package final class Exploration: Sendable, Hashable {
    package init() {}

    package static func == (left: Exploration, right: Exploration) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Identifies a call in its run.
  package struct CallName: Hashable, Sendable {
    /// Kept, so that no later exploration reuses its address.
    let exploration: Exploration
    let text: String
    let count: Int
  }

  private let exploration: Exploration
  private let counts = Locked<[String: Int]>([:])

  package init(of exploration: Exploration) { self.exploration = exploration }

  /// Returns the name of the next call with that text.
  package func nameCall(_ text: String) -> CallName {
    let count = counts.withLock { counts in
      counts[text, default: 0] += 1
      return counts[text, default: 0]
    }
    return CallName(exploration: exploration, text: text, count: count)
  }
}
