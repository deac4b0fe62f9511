// What differs by platform: what the run time of the language tells of its jobs. Its hook is looked up
// by name, since no header declares it. Where there is none (Windows, a program that links the run
// time statically) tasks cannot be watched, and explorations wait for time to pass.

/// The run time's hook for jobs of the global executor, which run where no actor says otherwise.
enum EnqueueHook {
  typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
  private typealias Identify = @convention(thin) (UnownedJob) -> UInt64

  /// Lets `ScenarioQueue` have the jobs of its runs from now on; all others go on as ever.
  ///
  /// False where there is no hook, or where another library has it: that one would not be asked any more.
  static let isInstalled: Bool = {
    guard
      let place = find("swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self),
      place.pointee == nil
    else { return false }
    place.pointee = { job, original in
      if !ScenarioQueue.takes(job) { original(job) }
    }
    return true
  }()

  private static let identify: Identify? = find("swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: Identify.self)
  }

  /// The number of the task that a job goes on with; 0 for jobs of actors, which are no tasks.
  ///
  /// No two tasks have the same one, while their places in memory are used again.
  static func taskNumber(of job: UnownedJob) -> UInt64 { identify?(job) ?? 0 }

  /// The number of the task that runs here, if there is one.
  static var currentTaskNumber: UInt64? {
    getCurrent?().map { identify?(unsafeBitCast($0, to: UnownedJob.self)) ?? 0 }
  }

  private typealias GetCurrent = @convention(thin) () -> UnsafeMutableRawPointer?
  private static let getCurrent: GetCurrent? = find("swift_task_getCurrent").map {
    unsafeBitCast($0, to: GetCurrent.self)
  }

  private typealias SetSpecific =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
      UnsafeMutableRawPointer?
    ) -> Void
  private typealias GetSpecific =
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

  /// Asks for a mark that only the main queue has.
  private static let mainMark: (@Sendable () -> Bool)? = {
    guard let main = find("_dispatch_main_q"), let set = find("dispatch_queue_set_specific"),
      let get = find("dispatch_get_specific")
    else { return nil }
    // The place itself says which mark it is; nothing is ever read there.
    unsafeBitCast(set, to: SetSpecific.self)(main, main, main, nil)
    let mark = UInt(bitPattern: main)
    let getSpecific = unsafeBitCast(get, to: GetSpecific.self)
    return { UnsafeMutableRawPointer(bitPattern: mark).flatMap(getSpecific) != nil }
  }()

  /// Whether the queue of the main actor runs this code; no thread has that queue for itself.
  static var isOnMainQueue: Bool { mainMark?() ?? false }

  /// Runs a job as the global executor does, on this thread.
  static func run(_ job: UnownedJob) {
    // The global executor is no object: its reference is empty.
    job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    @_silgen_name("dlsym")
    private static func lookUp(
      _ library: Int, _ name: UnsafePointer<UInt8>
    ) -> UnsafeMutableRawPointer?

    private static func find(_ name: StaticString) -> UnsafeMutableRawPointer? {
      #if canImport(Darwin)
        lookUp(-2, name.utf8Start)
      #else
        lookUp(0, name.utf8Start)
      #endif
    }
  #else
    private static func find(_ name: StaticString) -> UnsafeMutableRawPointer? { nil }
  #endif
}
