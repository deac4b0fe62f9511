import Faked

/// Installs the hooks of the runtime, once in a process.
enum SchedulerSetup {
  private static let isDone: Bool = {
    _ = EnqueueHook.isInstalled
    _ = TaskCreation.isControlled
    _ = MainQueueHook.isInstalled
    ActorJobs.prepare()
    _ = ExecutorSwitches.isInstalled
    CrashNote.install()
    CurrentScheduler.register(Scheduler.self)
    return true
  }()

  static func perform() { _ = isDone }
}

/// Describes how much of a scenario this system lets schedulers control.
package enum TaskControl {
  /// A Boolean value that indicates whether schedulers control every task, the main actor, and the ends of
  /// tasks.
  package static let isComplete = missing.isEmpty

  /// A Boolean value that indicates whether `Task.sleep` takes no time in the tasks of a scheduler.
  package static var endsSleeps: Bool { isComplete && SleepHook.isInstalled }

  /// The parts that schedulers do not control here.
  package static let missing: [String] = {
    SchedulerSetup.perform()
    let parts = [
      ("jobs of the global executor", EnqueueHook.isInstalled),
      ("tasks without a preference", TaskCreation.isControlled),
      ("the main actor", MainQueueHook.isInstalled),
      ("the ends of tasks", TaskEnds.areWatched),
      ("the jobs of actors", ActorJobs.areReadable),
      ("calls to actors", ExecutorSwitches.isInstalled),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }()
}
