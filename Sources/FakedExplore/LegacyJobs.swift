// What the queue of scenarios needs of the run time until explorations use the scheduler.

extension EnqueueHook {
  static func taskNumber(of job: UnownedJob) -> UInt64 { RuntimeSymbols.taskNumber(of: job) }

  /// The number of the task that runs here, if there is one.
  static var currentTaskNumber: UInt64? {
    RuntimeSymbols.currentTask.map(RuntimeSymbols.taskNumber)
  }

  static func run(_ job: UnownedJob) { GlobalJobRunner().run(job) }

  private typealias SetSpecific =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
      UnsafeMutableRawPointer?
    ) -> Void
  private typealias GetSpecific =
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

  /// Asks for a mark that only the main queue has.
  private static let mainMark: (@Sendable () -> Bool)? = {
    guard let main = RuntimeSymbols.find("_dispatch_main_q"),
      let set = RuntimeSymbols.find("dispatch_queue_set_specific"),
      let get = RuntimeSymbols.find("dispatch_get_specific")
    else { return nil }
    // The place itself says which mark it is; nothing is ever read there.
    unsafeBitCast(set, to: SetSpecific.self)(main, main, main, nil)
    let mark = UInt(bitPattern: main)
    let getSpecific = unsafeBitCast(get, to: GetSpecific.self)
    return { UnsafeMutableRawPointer(bitPattern: mark).flatMap(getSpecific) != nil }
  }()

  static var isOnMainQueue: Bool { mainMark?() ?? false }
}
