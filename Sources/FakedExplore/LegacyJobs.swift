// What the queue of scenarios needs of the run time until explorations use the scheduler.

extension EnqueueHook {
  static func taskNumber(of job: UnownedJob) -> UInt64 { RuntimeSymbols.taskNumber(of: job) }

  /// The number of the task that runs here, if there is one.
  static var currentTaskNumber: UInt64? {
    RuntimeSymbols.currentTask.map(RuntimeSymbols.taskNumber)
  }

  static func run(_ job: UnownedJob) { GlobalJobRunner().run(job) }

  static var isOnMainQueue: Bool { MainQueueHook.isOnMainQueue }
}
