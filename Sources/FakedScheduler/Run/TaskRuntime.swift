import Dispatch
import Faked

/// The kind of a job.
enum JobKind: Int, Sendable {
  /// The job continues a task.
  case task = 1
  /// The job runs the tasks that wait for an actor.
  case actor
  /// The job resumes a continuation, as `Task.yield()` does. The task that it resumes follows at once.
  case continuation
}

/// The facts about the run time that the scheduler depends on.
///
/// They are the number of a job's task, the kind and the priority of a job, the address at which a job resumes, the end of a
/// task, and the generic executor. A probe checks them once in a process. Nothing of the run time is replaced, and nothing
/// in its memory is written.
package enum TaskRuntime {
  /// The distance of the flags of a job from its start, in bytes.
  private static let flagsOffset = 4 * MemoryLayout<UInt>.size

  private typealias Identify = @convention(thin) (UnownedJob) -> UInt64
  private static let identify = function("swift_task_getJobTaskId", as: Identify.self)

  /// Returns the number of the task that a job continues, or 0 for another job. Numbers are never used twice.
  static func number(of job: UnownedJob) -> UInt64 { identify?(job) ?? 0 }

  static func kind(of job: UnownedJob) -> JobKind {
    switch flags(of: job) & 0xff {
    case 0: .task
    case 195: .continuation
    default: .actor
    }
  }

  static func priority(of job: UnownedJob) -> UInt8 {
    UInt8(truncatingIfNeeded: flags(of: job) >> 8)
  }

  /// Returns a Boolean value that indicates whether a task is a child, which can't outlive its parent.
  static func isChild(_ task: UnownedJob) -> Bool { flags(of: task) & 1 << 24 != 0 }

  /// Returns a Boolean value that indicates whether a task belongs to an `async let`. Its memory belongs to its parent.
  static func isAsyncLet(_ task: UnownedJob) -> Bool { flags(of: task) & 1 << 28 != 0 }

  private static func flags(of job: UnownedJob) -> UInt32 {
    address(of: job).load(fromByteOffset: flagsOffset, as: UInt32.self)
  }

  /// Keeps the memory of a task, even after it has ended, until `release`.
  static func retain(_ task: UnownedJob) {
    _ = Unmanaged<AnyObject>.fromOpaque(address(of: task)).retain()
  }

  static func release(_ task: UnownedJob) {
    Unmanaged<AnyObject>.fromOpaque(address(of: task)).release()
  }

  /// The task that runs on this thread.
  static var currentTask: UnownedJob? {
    withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnownedJob.self) } }
  }

  /// The number of the task that runs on this thread. 0 if there is none.
  static var currentNumber: UInt64 { currentTask.map(number) ?? 0 }

  /// Returns a Boolean value that indicates whether a task that has not ended is canceled.
  static func isCancelled(_ task: UnownedJob) -> Bool { handle(of: task).isCancelled }

  /// Cancels a task that has not ended.
  static func cancel(_ task: UnownedJob) { handle(of: task).cancel() }

  /// An `UnsafeCurrentTask` refers to the task, which is its own job.
  private static func handle(of task: UnownedJob) -> UnsafeCurrentTask {
    unsafeBitCast(task, to: UnsafeCurrentTask.self)
  }

  /// The distance of a task's status from its start, which the probe finds. `nil` if it is not known.
  private static let statusOffset = Locked<Int?>(nil)

  /// Returns a Boolean value that indicates whether a task has ended whose memory is kept. `true` if it is not known.
  static func hasEnded(_ task: UnownedJob) -> Bool {
    guard let offset = statusOffset.withLock({ $0 }) else { return true }
    return address(of: task).load(fromByteOffset: offset, as: UInt32.self) & 1 << 13 != 0
  }

  /// Finds the status of a suspended task of the probe: the only field that changes when the task is canceled.
  fileprivate static func findStatus(of task: UnownedJob) {
    let offsets = stride(from: flagsOffset + 8, to: flagsOffset + 128, by: 4)
    func fields() -> [UInt32] {
      offsets.map { address(of: task).load(fromByteOffset: $0, as: UInt32.self) }
    }
    let before = fields()
    cancel(task)
    let changed = zip(offsets, zip(before, fields())).filter { $1.0 != $1.1 }
    guard changed.count == 1, let (offset, (old, new)) = changed.first, new == old | 1 << 8 else {
      return
    }
    _ = statusOffset.replace(by: offset)
  }

  /// Forgets the status if a task of the probe that has ended does not show it.
  fileprivate static func checkStatus(of task: UnownedJob, hasEnded: Bool) {
    if self.hasEnded(task) != hasEnded { _ = statusOffset.replace(by: nil) }
  }

  /// The executor of nonisolated code, on which the job of an actor runs.
  static var genericExecutor: UnownedSerialExecutor {
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }

  /// Returns the addresses at which a suspended task and its callers resume, innermost first.
  ///
  /// - Parameter isSuspended: A Boolean value that indicates whether the task is known to be suspended. Otherwise, its
  ///   memory may be gone, and reading it takes some microseconds.
  static func resumePoints(of task: UnownedJob, isSuspended: Bool = true) -> [CodeAddress] {
    func canRead(_ address: UInt) -> Bool { isSuspended || ReadableMemory.contains(address) }
    guard let fields = resumption(of: task), canRead(UInt(bitPattern: fields)) else { return [] }
    var points = [fields[0]]
    var context = fields[1]
    // A context begins with that of the caller and the address at which the caller resumes.
    while points.count < 24, context >= 4096, context % 8 == 0,
      canRead(context), let words = UnsafePointer<UInt>(bitPattern: context), words[1] != 0
    {
      points.append(words[1])
      context = words[0]
    }
    return points.map { CodeAddress(UInt64($0), .resumes) }
  }

  /// The address at which a suspended task resumes. 0 if it is unknown.
  static func resumePoint(of task: UnownedJob) -> UInt { resumption(of: task)?.pointee ?? 0 }

  /// The address at which a task resumes, followed by its context. `nil` on 32-bit systems, where the layout is not known.
  private static func resumption(of task: UnownedJob) -> UnsafePointer<UInt>? {
    #if _pointerBitWidth(_64)
      address(of: task).advanced(by: 56).assumingMemoryBound(to: UInt.self)
    #else
      nil
    #endif
  }

  /// The address of a job. An `UnownedJob` is that pointer and nothing else.
  private static func address(of job: UnownedJob) -> UnsafeRawPointer {
    unsafeBitCast(job, to: UnsafeRawPointer.self)
  }

  package static func function<Function>(_ name: StaticString, as type: Function.Type) -> Function?
  {
    find(name).map { unsafeBitCast($0, to: type) }
  }

  @_silgen_name("dlsym")
  private static func lookUp(
    _ library: Int, _ name: UnsafePointer<UInt8>
  ) -> UnsafeMutableRawPointer?

  fileprivate static func find(_ name: StaticString) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      let everywhere = -2
    #else
      let everywhere = 0
    #endif
    return lookUp(everywhere, name.utf8Start)
  }
}

/// The hook of the run time for jobs of the global executor: tasks without a preference, and the actors that they call.
enum EnqueueHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// A Boolean value that indicates whether schedulers get the jobs that belong to them.
  ///
  /// It is `false` where the run time has no hook, or where another library uses it.
  static let isInstalled: Bool = {
    guard
      let hook = TaskRuntime.find("swift_task_enqueueGlobal_hook")?
        .assumingMemoryBound(to: Hook?.self), hook.pointee == nil
    else { return false }
    hook.pointee = { job, original in
      let isTaken =
        ActiveSchedulers.take(job) || RuntimeProbe.take(job) || AbandonedTasks.contains(job)
      if !isTaken { original(job) }
    }
    return true
  }()
}

/// Checks the facts of `TaskRuntime` with a task of its own.
enum RuntimeProbe {
  /// The priority of the probe's task, which no other task has.
  private static let priority: UInt8 = 22
  private static let jobs = Locked<[UnownedJob]?>(nil)
  private static let arrived = DispatchSemaphore(value: 0)

  private actor Target {
    private var count = 0
    // The optimizer removes a switch to an actor that does nothing there.
    @inline(never) func touch() { count += 1 }
  }

  /// Takes a job of the probe. Returns `false` for another job.
  fileprivate static func take(_ job: UnownedJob) -> Bool {
    guard TaskRuntime.priority(of: job) == priority, jobs.withLock({ $0?.append(job) }) != nil
    else { return false }
    arrived.signal()
    return true
  }

  /// The address at which a task resumes that yields. `nil` if the facts don't hold in this process.
  ///
  /// Read it only where no task runs.
  static let pointOfYield: UInt? = {
    guard EnqueueHook.isInstalled else { return nil }
    jobs.withLock { $0 = [] }
    defer { jobs.withLock { $0 = nil } }
    let target = Target()
    let yields = Locked(true)
    Task.detached(priority: TaskPriority(rawValue: priority)) {
      while yields.withLock({ $0 }) { await Task.yield() }
      async let touched: Void = target.touch()
      await touched
    }
    guard let task = next(), TaskRuntime.kind(of: task) == .task else { return nil }
    let number = TaskRuntime.number(of: task)
    var points = [TaskRuntime.resumePoint(of: task)]
    for _ in 0..<2 {
      task.runSynchronously(on: TaskRuntime.genericExecutor)
      points.append(TaskRuntime.resumePoint(of: task))
      guard let job = nextAfterYield(), TaskRuntime.number(of: job) == number else { return nil }
    }
    TaskRuntime.retain(task)
    defer { TaskRuntime.release(task) }
    TaskRuntime.findStatus(of: task)
    TaskRuntime.checkStatus(of: task, hasEnded: false)
    _ = yields.replace(by: false)
    task.runSynchronously(on: TaskRuntime.genericExecutor)
    guard let child = next(), TaskRuntime.isChild(child), TaskRuntime.isAsyncLet(child),
      number != 0, !TaskRuntime.isChild(task), points[0] != points[1], points[1] == points[2]
    else { return nil }
    child.runSynchronously(on: TaskRuntime.genericExecutor)
    while let job = next() { job.runSynchronously(on: TaskRuntime.genericExecutor) }
    TaskRuntime.checkStatus(of: task, hasEnded: true)
    return points[1]
  }()

  private static let check = Task.detached {
    await withUnsafeContinuation { continuation in
      DispatchQueue.main.async {
        _ = ActiveSchedulers.markQueues
        continuation.resume(returning: pointOfYield != nil)
      }
    }
  }

  /// A Boolean value that indicates whether the facts hold in this process. The probe runs where no task does.
  static var succeeds: Bool { get async { await check.value } }

  private static func next() -> UnownedJob? {
    jobs.withLock { $0?.isEmpty == false ? $0?.removeFirst() : nil }
  }

  /// Returns the job of the task that has yielded. From Swift 6.2 on, a thread of the system brings it back.
  private static func nextAfterYield() -> UnownedJob? {
    while arrived.wait(timeout: .now() + 5) == .success {
      guard let job = next() else { continue }
      if TaskRuntime.kind(of: job) == .task { return job }
      job.runSynchronously(on: TaskRuntime.genericExecutor)
    }
    return nil
  }
}

/// The tasks of tests that were stopped. They never run again.
enum AbandonedTasks {
  private static let numbers = Locked<Set<UInt64>>([])

  static func add(_ number: UInt64) { numbers.withLock { _ = $0.insert(number) } }

  static func contains(_ job: UnownedJob) -> Bool {
    numbers.withLock { !$0.isEmpty && $0.contains(TaskRuntime.number(of: job)) }
  }
}

/// The memory that can be read: writing unreadable memory into a pipe fails.
private enum ReadableMemory {
  private static let pipe: Locked<[CInt]> = {
    var ends: [CInt] = [-1, -1]
    _ = ends.withUnsafeMutableBufferPointer { $0.baseAddress.map(openPipe) }
    return Locked(ends)
  }()

  /// Returns a Boolean value that indicates whether two words can be read at an address.
  static func contains(_ address: UInt) -> Bool {
    let count = 2 * MemoryLayout<UInt>.size
    return pipe.withLock { ends in
      let words = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
      defer { words.deallocate() }
      return writeBytes(ends[1], UnsafeRawPointer(bitPattern: address), count) == count
        && readBytes(ends[0], words, count) == count
    }
  }
}

@_silgen_name("pipe") private func openPipe(_ ends: UnsafeMutablePointer<CInt>) -> CInt
@_silgen_name("read")
private func readBytes(_ file: CInt, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
