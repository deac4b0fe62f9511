import Faked

/// The task executor of a scheduler's tasks.
///
/// Tasks refer to their executor without keeping it alive, and a task that nobody resumes never ends. An
/// executor is therefore used again only if all tasks of its run have ended, and is never deallocated.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SchedulerExecutor: TaskExecutor, JobRunner {
  let scheduler = Locked<Scheduler?>(nil)

  private static let unused = Locked<[SchedulerExecutor]>([])

  static func take() -> SchedulerExecutor {
    if let executor = unused.withLock({ $0.popLast() }) { return executor }
    let executor = SchedulerExecutor()
    // Kept forever, see above.
    _ = Unmanaged.passRetained(executor)
    return executor
  }

  func start(
    in scheduler: Scheduler, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    self.scheduler.withLock { $0 = scheduler }
    return Task(executorPreference: self, operation: body)
  }

  func end(allTasksEnded: Bool) {
    _ = scheduler.withLock { scheduler in
      defer { scheduler = nil }
      return scheduler
    }
    if allTasksEnded { Self.unused.withLock { $0.append(self) } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if scheduler.withLock({ $0 })?.take(job, as: .task) == true { return }
    // The run is over, and the task outlives it.
    EnqueueHook.enqueueGlobally(job)
  }

  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

  func runOnMainActor(_ job: UnownedJob) {
    // Without its task executor, a task would suspend at each call from the main actor to itself.
    job.runSynchronously(
      isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
  }

  var executor: (identity: UnsafeMutableRawPointer?, implementation: UInt) {
    // A reference to an executor consists of the object and its conformance.
    unsafeBitCast(
      asUnownedTaskExecutor(),
      to: (identity: UnsafeMutableRawPointer?, implementation: UInt).self)
  }
}
