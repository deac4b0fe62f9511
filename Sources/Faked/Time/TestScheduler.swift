/// The part of the scheduler of a test that clocks and waits use.
///
/// The scheduler itself is in another module. This module must not depend on it.
package protocol TestScheduler: AnyObject, Sendable {
  /// Returns the scheduler that runs the current task.
  static func find() -> (any TestScheduler)?
  /// Runs work that does not belong to a scheduler, even if one of its jobs calls it.
  static func outside<Result>(_ body: () -> Result) -> Result
  /// The scope of the test or of the run, for tasks without task-local values, such as detached ones.
  var scope: TestScope? { get set }
  /// Suspends until no task can run.
  func untilIdle(isolation: isolated (any Actor)?) async
  /// Suspends until an exploration has let enough time pass.
  ///
  /// - Parameter wait: Returns what the task waits for now.
  func letTimePass(
    isolation: isolated (any Actor)?, while wait: @escaping @Sendable () -> PassingTime) async
  /// Calls a handler when no task can run and no work outside the scheduler is pending.
  ///
  /// - Returns: A function that removes the handler.
  func whenStuck(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  /// A Boolean value that indicates whether the scheduler has canceled the scenario, which did not come to its end.
  var hasStopped: Bool { get }
  /// A Boolean value that indicates whether the scheduler ends the sleeps of clocks by itself, as an exploration
  /// does.
  var endsSleeps: Bool { get }
  /// Lets the scheduler end the sleeps of a clock.
  func add(_ clock: FakeClock)
  /// Reports a failure of the test. Returns `false` if the scheduler does not report failures.
  func report(_ message: String, at site: SourceLine) -> Bool
  /// Sets what the current task waits for, for reports.
  func setWait(_ wait: TaskWait?)
}

/// The state of a wait for the time of an exploration.
package enum PassingTime: Sendable {
  /// Time must pass.
  case mustPass
  /// Enough time has passed. The task continues when nothing else can happen, and more time may pass before that.
  case mayPass
  /// Enough time has passed. The task continues as soon as no task can run, even during calls.
  case hasPassed
}

/// The wait of a task, for reports.
package struct TaskWait: Sendable {
  /// A phrase that follows the name of the task, such as `sleeps until 3.0 seconds`.
  package let description: String
  /// A sentence that says how to end the wait of a task that a scenario left behind.
  package let fix: String
  /// Finds the line that waits. Only a report needs it.
  let findSite: @Sendable () -> CallSite?

  package init(_ description: String, fix: String, findSite: @escaping @Sendable () -> CallSite?) {
    (self.description, self.fix, self.findSite) = (description, fix, findSite)
  }

  /// The line that waits.
  package var site: CallSite? { findSite() }
}

/// Finds the scheduler of the current task.
package enum CurrentScheduler {
  private static let type = Locked<(any TestScheduler.Type)?>(nil)

  /// Registers the type of the schedulers, which is in another module.
  package static func register(_ new: any TestScheduler.Type) { type.withLock { $0 = new } }

  /// The scheduler that runs the current task, if any.
  package static var current: (any TestScheduler)? { type.withLock { $0 }?.find() }

  /// The scheduler of the current exploration, whose clocks share one time. `nil` outside of explorations.
  static var exploration: (any TestScheduler)? { current.flatMap { $0.endsSleeps ? $0 : nil } }

  /// Returns the longest wait of the current task in real time.
  ///
  /// A scheduler ends a wait when nothing more can happen. Only if that never comes, for example because another task
  /// sleeps in a loop, the wait ends after the patience of the test run.
  package static func limit(_ limit: Duration) -> Duration {
    current == nil ? limit : max(limit, TestScope.usualPatience)
  }

  /// Runs work that does not belong to the current scheduler.
  package static func outside<Result>(_ body: () -> Result) -> Result {
    guard let type = type.withLock({ $0 }) else { return body() }
    return type.outside(body)
  }

  /// Starts a task of the library that no scheduler runs or waits for, such as an alarm.
  @discardableResult
  package static func startOutside(
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    outside { Task.detached(operation: body) }
  }
}
