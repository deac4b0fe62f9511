import Dispatch
import Faked

#if os(Linux) || os(Android)
  /// A switch of a task to an executor, as in `CFakedExplore.h`.
  struct ExecutorSwitch {
    var resume: UnsafeMutableRawPointer?
    var identity: UnsafeMutableRawPointer?
    var implementation: UInt
    var context: UnsafeMutableRawPointer?
  }

  extension ExecutorSwitch {
    /// The address at which the task continues on the executor.
    var resumePoint: UInt { UInt(bitPattern: resume) }

    /// The address at which the caller of the function continues. It comes second in the context.
    var callerPoint: UInt {
      context?.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self) ?? 0
    }

    /// The addresses at which the function and its callers continue, innermost first.
    var resumePoints: [UInt] { TaskEnds.resumePoints(from: resumePoint, context) }

    /// A Boolean value that indicates whether the executor is the generic executor instead of an actor.
    var isToGenericExecutor: Bool { identity == nil }

    /// A Boolean value that indicates whether the executor is an actor without an executor of its own.
    var targetsDefaultActor: Bool { implementation == 0 && identity != nil }

    /// A Boolean value that indicates whether the executor is the main actor's.
    var targetsMainActor: Bool { UInt(bitPattern: identity) == Self.mainActor }

    fileprivate static let mainActor = unsafeBitCast(
      MainActor.sharedUnownedExecutor, to: (identity: UInt, implementation: UInt).self
    ).identity

    /// A Boolean value that indicates whether the executor is a global actor without an executor of its own.
    fileprivate var isOfGlobalActor: Bool {
      guard targetsDefaultActor, let identity else { return false }
      let actor = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(identity)).takeUnretainedValue()
      return ActorJobs.isGlobalActor(actor)
    }
  }

  @_silgen_name("faked_begin_job")
  private func beginJobOnThisThread(_ asksAtAwaits: CInt, _ delaysStarts: CInt)
  @_silgen_name("faked_handle_switches")
  private func handleSwitches(
    _ pause: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt) -> CInt,
    _ stay: @convention(c) (UnsafeMutableRawPointer) -> Void,
    _ resume: @convention(c) (UnsafeMutableRawPointer) -> Void,
    _ current: @convention(c) (UnsafeMutablePointer<UInt>?) -> UnsafeMutableRawPointer?)

  /// Lets a scheduler choose whether other tasks run before a task enters an actor, and where a task awaits without
  /// suspending.
  enum ExecutorSwitches {
    static let isInstalled: Bool = {
      guard TaskCreation.isControlled else { return false }
      let executor = unsafeBitCast(
        PauseExecutor.shared.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer?, UInt).self)
      executorReference.withLock { $0 = (UInt(bitPattern: executor.0), executor.1) }
      handleSwitches { call, pause, switches in
        let call = call.assumingMemoryBound(to: ExecutorSwitch.self).pointee
        guard let scheduler = Scheduler.onThisThread,
          switches > 0
            ? scheduler.stopsTask(before: call, afterSwitches: Int(switches))
            : ExecutorSwitches.pauses(scheduler, before: call)
        else { return 0 }
        let (identity, implementation) = ExecutorSwitches.executorReference.withLock { $0 }
        let pause = pause.assumingMemoryBound(to: ExecutorSwitch.self)
        pause.pointee.identity = UnsafeMutableRawPointer(bitPattern: identity)
        pause.pointee.implementation = implementation
        return 1
      } _: { call in
        let call = call.assumingMemoryBound(to: ExecutorSwitch.self).pointee
        Scheduler.onThisThread?.interruptTask(before: call)
      } _: { call in
        call.assumingMemoryBound(to: ExecutorSwitch.self).pointee = ExecutorSwitches.takePaused()
      } _: { implementation in
        let executor = ExecutorSwitches.currentExecutor
        implementation?.pointee = executor.implementation
        return executor.identity
      }
      return true
    }()

    /// Starts counting the executor switches of the job that runs next on this thread.
    ///
    /// - Parameters:
    ///   - asksAtAwaits: Pass `true` to also ask where the job awaits without suspending.
    ///   - delaysStarts: Pass `true` to start a task on the actor that creates it only when the job has ended.
    static func beginJob(asksAtAwaits: Bool, delaysStarts: Bool) {
      beginJobOnThisThread(asksAtAwaits ? 1 : 0, delaysStarts ? 1 : 0)
    }

    private static let otherThread = DispatchQueue(label: "Faked.Scheduler")

    /// Runs a function and waits for it. On the thread of the main actor, other tasks could use its state.
    static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
      let end = DispatchSemaphore(value: 0)
      Scheduler.outside {
        otherThread.async {
          body()
          end.signal()
        }
      }
      end.wait()
    }

    private static let executorReference = Locked<(UInt, UInt)>((0, 0))

    private typealias GetExecutor =
      @convention(thin) () -> (
        identity: UnsafeMutableRawPointer?, implementation: UInt
      )
    private static let getExecutor = RuntimeSymbols.find("swift_task_getCurrentExecutor").map {
      unsafeBitCast($0, to: GetExecutor.self)
    }

    /// The executor that runs the current task.
    private static var currentExecutor: (identity: UnsafeMutableRawPointer?, implementation: UInt) {
      getExecutor?() ?? (nil, 0)
    }

    private static func pauses(_ scheduler: Scheduler, before call: ExecutorSwitch) -> Bool {
      if call.isToGenericExecutor { return scheduler.pausesAtAwait(call) }
      let executor = UInt(bitPattern: currentExecutor.identity)
      let isInActor = executor != 0
      // The main actor keeps its thread, so its calls of other actors are enqueued, where they are choices already.
      let fromActor =
        isInActor && call.targetsDefaultActor && executor != ExecutorSwitch.mainActor
      let isShared = call.isOfGlobalActor
      func pauses() -> Bool {
        scheduler.pauses(before: call, fromActor: fromActor, isShared: isShared)
      }
      guard !isInActor, scheduler.awaits != nil else { return pauses() }
      // A task pauses before a global actor that other runs may use. That pause is also the choice.
      return isShared
        ? scheduler.pausesAtAwait(call, isShared: true) || pauses()
        : pauses() || scheduler.pausesAtAwait(call)
    }

    private static func takePaused() -> ExecutorSwitch {
      guard let call = Scheduler.onThisThread?.takePausedSwitch() else {
        preconditionFailure("A task continued after a switch before which it never paused.")
      }
      return call
    }
  }

  /// Hands the tasks that pause before a switch to their scheduler.
  final class PauseExecutor: SerialExecutor {
    static let shared = PauseExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
      _ = Scheduler.onThisThread?.take(UnownedJob(job), as: .call)
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  extension Scheduler {
    /// Returns a Boolean value that indicates whether the current task must not enter an actor yet, and keeps
    /// the call.
    ///
    /// Other tasks may run first if the task has made one of them ready, or if it leaves another actor, which
    /// they may then enter. If the actor is a global one, no other run may use it at the same time.
    func pauses(before call: ExecutorSwitch, fromActor isInActor: Bool, isShared: Bool) -> Bool {
      guard let number = RuntimeSymbols.currentTaskNumber else { return false }
      return state.withLock { state in
        guard state.end.isRunning, state.choices.isGuided, let index = state.tasks.index(of: number)
        else { return false }
        let isShared = isShared && !state.exclusivity.isExclusive
        let jobs = state.jobs
        guard isShared || (jobs.hasMadeReady || isInActor) && !jobs.isEmpty else { return false }
        if isShared { state.jobs.pause(index, continuesAtOnce: true) }
        state.tasks[index].pause(before: call)
        return true
      }
    }

    /// Returns a Boolean value that indicates whether the current task stops here forever, because it ignores its
    /// cancellation and never suspends.
    fileprivate func stopsTask(before call: ExecutorSwitch, afterSwitches count: Int) -> Bool {
      guard let number = RuntimeSymbols.currentTaskNumber else { return false }
      let isCancelled = Task.isCancelled
      return state.withLock { state in
        guard let index = state.tasks.index(of: number),
          state.stopsTask(afterSwitches: count, isCancelled: isCancelled)
        else { return false }
        state.stopTask(index)
        state.tasks[index].pause(before: call)
        return true
      }
    }

    /// Returns the switch before which the current task has paused.
    fileprivate func takePausedSwitch() -> ExecutorSwitch? {
      guard let number = RuntimeSymbols.currentTaskNumber else { return nil }
      return state.withLock { state in
        guard let index = state.tasks.index(of: number) else { return nil }
        defer { state.tasks[index].pausedSwitch = nil }
        return state.tasks[index].pausedSwitch
      }
    }
  }
#else
  /// A switch of a task to an executor, which this platform does not show.
  struct ExecutorSwitch {
    /// The address at which the task continues on the executor.
    var resumePoint: UInt { 0 }
    /// The address at which the caller of the function continues.
    var callerPoint: UInt { 0 }
    /// The addresses at which the function and its callers continue, innermost first.
    var resumePoints: [UInt] { [] }
    /// A Boolean value that indicates whether the executor is the generic executor instead of an actor.
    var isToGenericExecutor: Bool { false }
    /// A Boolean value that indicates whether the executor is an actor without an executor of its own.
    var targetsDefaultActor: Bool { false }
    /// A Boolean value that indicates whether the executor is the main actor's.
    var targetsMainActor: Bool { false }
  }

  /// Lets a scheduler choose whether other tasks run before a task enters an actor, which this platform
  /// does not offer.
  enum ExecutorSwitches {
    static let isInstalled = false
    /// Runs a function and waits for it.
    static func onAnotherThread(_ body: @escaping @Sendable () -> Void) { body() }
    /// Starts counting the executor switches of the job that runs next on this thread.
    static func beginJob(asksAtAwaits: Bool, delaysStarts: Bool) {}
  }
#endif
