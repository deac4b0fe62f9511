import Faked

/// Installs the hooks of the run time, once in a process.
enum SchedulerSetup {
  private static let isDone: Bool = {
    _ = EnqueueHook.isInstalled
    _ = TaskCreation.isControlled
    _ = MainQueueHook.isInstalled
    ActorJobs.prepare()
    _ = ActorCalls.isInstalled
    CurrentScheduler.register(
      .init(
        find: { Scheduler.current },
        startOutside: { body in Scheduler.outside { Task.detached(operation: body) } }))
    return true
  }()

  static func perform() { _ = isDone }
}

/// What this system lets schedulers control.
package enum TaskControl {
  /// A Boolean value that indicates whether schedulers control every task, the main actor, and the ends of
  /// tasks.
  package static var isComplete: Bool {
    SchedulerSetup.perform()
    return EnqueueHook.isInstalled && TaskCreation.isControlled && MainQueueHook.isInstalled
      && TaskEnds.areWatched && ActorJobs.areReadable
  }
}
