import Faked

// The differences between platforms: control over the tasks that a job creates. It needs C functions that take the place
// of the runtime's, which Linux allows and Apple's systems do not.

#if os(Linux) || os(Android)
  @_silgen_name("faked_prefer_executor")
  private func preferExecutor(_ identity: UnsafeMutableRawPointer?, _ implementation: UInt)
  @_silgen_name("faked_is_creating_task")
  private func isCreatingTask() -> CInt
  @_silgen_name("faked_handle_task_creation")
  private func handleTaskCreation(
    _ handler: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void)
  @_silgen_name("swift_task_enqueue")
  private func enqueue(
    _ task: UnownedJob, _ identity: UnsafeMutableRawPointer, _ implementation: UInt)

  /// Control over the tasks that a job creates: each prefers the executor of its scheduler.
  ///
  /// Without the preference, a `Task { }` continues without interruption after it leaves an actor, so
  /// that most of its orders are never tried. See `TaskCreation.c`.
  enum TaskCreation {
    /// A Boolean value that indicates whether every task of a scheduler prefers its executor.
    ///
    /// It is `false` in a program that contains the runtime, where creation cannot be intercepted. One
    /// task that is created here shows it.
    static let isControlled: Bool = {
      handleTaskCreation { task, actor in
        let task = unsafeBitCast(task, to: UnownedJob.self)
        let start = actor.map { DelayedStart(task: task, actor: UInt(bitPattern: $0)) }
        Scheduler.onThisThread?.addCreated(task, start)
      }
      return withProbe { Task.detached {} }
    }()

    /// Creates a task that prefers an executor of our own. Returns `true` if the executor got its job.
    @discardableResult
    static func withProbe(_ createTask: () -> Task<Void, Never>) -> Bool {
      let probe = CreationProbe()
      // Never deallocated, because the task may outlive this function.
      _ = Unmanaged.passRetained(probe)
      let executor = unsafeBitCast(
        probe.asUnownedTaskExecutor(), to: (UnsafeMutableRawPointer?, UInt).self)
      FakedScheduler.preferExecutor(executor.0, executor.1)
      _ = createTask()
      FakedScheduler.preferExecutor(nil, 0)
      return probe.sawJob.withLock { $0 }
    }

    /// A Boolean value that indicates whether this thread is creating a task of a scheduler.
    static var isHappening: Bool { isCreatingTask() != 0 }

    /// Makes the tasks that this thread creates prefer the executor of a scheduler.
    static func preferExecutor(of scheduler: Scheduler?) {
      let executor = scheduler?.runner.executor
      FakedScheduler.preferExecutor(executor?.identity, executor?.implementation ?? 0)
    }
  }

  /// The start of a task on the actor that has created it.
  ///
  /// The runtime would run the task in the same job, before the caller of the actor can continue.
  struct DelayedStart {
    fileprivate let task: UnownedJob
    fileprivate let actor: UInt

    /// Enqueues the task on the actor.
    func perform() {
      guard let actor = UnsafeMutableRawPointer(bitPattern: actor) else { return }
      RuntimeSymbols.setPriority(of: task)
      enqueue(task, actor, 0)
    }
  }

  /// Records that a task was enqueued on it, and passes the task on.
  private final class CreationProbe: TaskExecutor {
    let sawJob = Locked(false)

    func enqueue(_ job: consuming ExecutorJob) {
      sawJob.withLock { $0 = true }
      EnqueueHook.enqueueGlobally(UnownedJob(job))
    }
  }
#else
  /// Control over the tasks that a job creates, which this platform does not offer.
  enum TaskCreation {
    /// A Boolean value that indicates whether every task of a scheduler prefers its executor.
    static let isControlled = false
    /// A Boolean value that indicates whether this thread is creating a task of a scheduler.
    static var isHappening: Bool { false }
    /// Makes the tasks that this thread creates prefer the executor of a scheduler.
    static func preferExecutor(of scheduler: Scheduler?) {}
  }

  /// The start of a task on the actor that has created it, which this platform does not show.
  struct DelayedStart {
    /// Enqueues the task on the actor.
    func perform() {}
  }
#endif
