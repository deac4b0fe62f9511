/// Starts the first task of a scheduler, and runs the jobs of its tasks.
protocol JobRunner: Sendable {
  /// Starts a task that belongs to a scheduler.
  func start(
    in scheduler: Scheduler, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>
  /// Runs a job on this thread.
  func run(_ job: UnownedJob)
  /// Runs a job of the main actor on this thread.
  func runOnMainActor(_ job: UnownedJob)
  /// Ends the use by a scheduler. `allTasksEnded` is `false` if tasks outlive it.
  func end(allTasksEnded: Bool)
  /// The executor that new tasks prefer: the object and its conformance.
  var executor: (identity: UnsafeMutableRawPointer?, implementation: UInt) { get }
}

extension Scheduler {
  /// Returns a task executor where the system has them.
  static func makeJobRunner() -> any JobRunner {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      SchedulerExecutor.take()
    } else {
      GlobalJobRunner()
    }
  }
}

/// Runs jobs as the global executor does, for systems without task executors. Only the enqueue hook sees
/// jobs there.
struct GlobalJobRunner: JobRunner {
  func start(
    in scheduler: Scheduler, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    scheduler.onThisThread { Task { await body() } }
  }

  func run(_ job: UnownedJob) {
    // The global executor is not an object: its reference is empty.
    job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
  }

  func runOnMainActor(_ job: UnownedJob) {
    job.runSynchronously(on: MainActor.sharedUnownedExecutor)
  }

  func end(allTasksEnded: Bool) {}

  var executor: (identity: UnsafeMutableRawPointer?, implementation: UInt) { (nil, 0) }
}
