// Functions of the language's runtime that no header declares. They are looked up by name, so that a
// program still links where one of them is missing (Windows, a runtime that is linked statically).

/// Functions of the runtime, and facts about the memory of its jobs.
enum RuntimeSymbols {
  /// A job's fields, by their distance in bytes from its start. They are a part of the runtime's stable
  /// binary interface. Those of a task, which follow, are known only on 64-bit systems.
  private enum Offset {
    static let kind = 4 * MemoryLayout<UInt>.size
    static let priority = kind + 1
    static let resumePoint = 56
    static let context = 64
  }

  private typealias Identify = @convention(thin) (UnownedJob) -> UInt64
  private static let identify = find("swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: Identify.self)
  }

  private typealias GetCurrent = @convention(thin) () -> UnsafeMutableRawPointer?
  private static let getCurrent = find("swift_task_getCurrent").map {
    unsafeBitCast($0, to: GetCurrent.self)
  }

  private typealias Cancel = @convention(thin) (UnsafeMutableRawPointer) -> Void
  private static let cancel = find("swift_task_cancel").map {
    unsafeBitCast($0, to: Cancel.self)
  }

  private typealias GetPriority = @convention(thin) (UnsafeMutableRawPointer) -> UInt
  private static let getPriority = find("swift_task_currentPriority").map {
    unsafeBitCast($0, to: GetPriority.self)
  }

  private typealias IsCancelled = @convention(thin) (UnsafeMutableRawPointer) -> Bool
  private static let isCancelled = find("swift_task_isCancelled").map {
    unsafeBitCast($0, to: IsCancelled.self)
  }

  /// Returns the number of the task that a job continues, or 0 for the job of an actor.
  ///
  /// Unlike addresses, numbers of tasks are never used twice.
  static func taskNumber(of job: UnownedJob) -> UInt64 { identify?(job) ?? 0 }

  /// The task that runs on this thread.
  static var currentTask: UnownedJob? {
    getCurrent?().map { unsafeBitCast($0, to: UnownedJob.self) }
  }

  /// The number of the task that runs on this thread.
  static var currentTaskNumber: UInt64? { currentTask.map(taskNumber) }

  /// Cancels a task that has not ended.
  static func cancel(_ task: UnownedJob) { cancel?(address(of: task)) }

  /// Returns a Boolean value that indicates whether a task that has not ended is canceled.
  static func isCancelled(_ task: UnownedJob) -> Bool { isCancelled?(address(of: task)) ?? false }

  /// Gives the job of a task the priority of the task, as the runtime does when it enqueues a task.
  static func setPriority(of task: UnownedJob) {
    let address = address(of: task)
    guard let priority = getPriority?(address) else { return }
    address.storeBytes(
      of: UInt8(truncatingIfNeeded: priority), toByteOffset: Offset.priority, as: UInt8.self)
  }

  /// Returns a Boolean value that indicates whether a job is a task, not the job of an actor.
  static func isTask(_ job: UnownedJob) -> Bool { kind(of: job) == 0 }

  /// Returns a Boolean value that indicates whether a job runs the tasks of an actor, to which it refers.
  static func isSeparateActorJob(_ job: UnownedJob) -> Bool { kind(of: job) == 193 }

  /// Returns a Boolean value that indicates whether a job resumes a continuation, as that of `Task.yield()` does.
  static func isContinuation(_ job: UnownedJob) -> Bool { kind(of: job) == 195 }

  private static func kind(of job: UnownedJob) -> UInt8 {
    address(of: job).load(fromByteOffset: Offset.kind, as: UInt8.self)
  }

  /// The address at which a suspended task continues.
  static func resumePoint(of task: UnownedJob) -> UInt {
    #if _pointerBitWidth(_64)
      UnsafeRawPointer(address(of: task)).load(fromByteOffset: Offset.resumePoint, as: UInt.self)
    #else
      0
    #endif
  }

  /// The context with which a suspended task continues.
  static func context(of task: UnownedJob) -> UnsafeMutableRawPointer? {
    #if _pointerBitWidth(_64)
      address(of: task).load(fromByteOffset: Offset.context, as: UnsafeMutableRawPointer?.self)
    #else
      nil
    #endif
  }

  /// The address of a job. An `UnownedJob` is that pointer and nothing else.
  static func address(of job: UnownedJob) -> UnsafeMutableRawPointer {
    unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    @_silgen_name("dlsym")
    private static func lookUp(
      _ library: Int, _ name: UnsafePointer<UInt8>
    ) -> UnsafeMutableRawPointer?

    static func find(_ name: StaticString) -> UnsafeMutableRawPointer? {
      #if canImport(Darwin)
        let everywhere = -2
      #else
        let everywhere = 0
      #endif
      return lookUp(everywhere, name.utf8Start)
    }
  #else
    static func find(_ name: StaticString) -> UnsafeMutableRawPointer? { nil }
  #endif
}
