import Faked

/// The runtime's hook for jobs of the global executor: tasks without a preference, and actors that they
/// call.
enum EnqueueHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// A Boolean value that indicates whether schedulers get the global executor's jobs that belong to them.
  ///
  /// It is `false` where the runtime has no hook, or where another library uses it.
  static let isInstalled: Bool = {
    guard
      let hook = RuntimeSymbols.find("swift_task_enqueueGlobal_hook")?
        .assumingMemoryBound(to: Hook?.self), hook.pointee == nil
    else { return false }
    hook.pointee = { job, original in
      if Scheduler.owner(of: job)?.take(job, as: .plain) == true { return }
      original(job)
    }
    return true
  }()

  private static let enqueue = RuntimeSymbols.find("swift_task_enqueueGlobal").map {
    unsafeBitCast($0, to: Original.self)
  }

  /// Passes a job to the global executor, even from a thread that runs the jobs of a scheduler.
  static func enqueueGlobally(_ job: UnownedJob) { Scheduler.outside { enqueue?(job) } }
}
