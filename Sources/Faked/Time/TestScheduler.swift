/// A scheduler that runs the tasks of a test, as far as clocks and waits need to know it.
///
/// The scheduler itself is in another module. This module must not depend on it.
package protocol TestScheduler: AnyObject, Sendable {
  /// Suspends until no task can run.
  func untilIdle(isolation: isolated (any Actor)?) async
  /// A Boolean value that indicates whether the scheduler ends the sleeps of virtual clocks by itself, as
  /// an exploration does.
  var endsSleeps: Bool { get }
  /// Lets the scheduler end the sleeps of a clock.
  func add(_ clock: any VirtualClock)
  /// Sets what the current task waits for, for reports.
  func setWait(_ description: String?)
}

/// A clock whose time passes only when a test or a scheduler says so.
package protocol VirtualClock: AnyObject, Sendable {
  /// A Boolean value that indicates whether a task sleeps.
  var hasSleeper: Bool { get }
  /// Moves the time to the earliest deadline, and ends all sleeps that are due.
  func endEarliestSleep()
}

/// The way to the scheduler of the current task.
package enum CurrentScheduler {
  private static let finder = Locked<(@Sendable () -> (any TestScheduler)?)?>(nil)

  /// Registers the function that finds the scheduler of the current task.
  package static func setFinder(_ find: @escaping @Sendable () -> (any TestScheduler)?) {
    _ = finder.withLock { finder in
      defer { finder = find }
      return finder
    }
  }

  /// The scheduler that runs the current task, if any.
  package static var current: (any TestScheduler)? { finder.withLock { $0 }?() }
}
