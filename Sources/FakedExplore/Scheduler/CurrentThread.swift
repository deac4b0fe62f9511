// The scheduler whose jobs the current thread runs. It is a value of the thread, because a job of an
// actor has no task and therefore no task-local values.

#if canImport(Darwin)
  import Darwin

  private let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private func threadValue() -> UnsafeMutableRawPointer? { pthread_getspecific(threadKey) }
  private func setThreadValue(_ value: UnsafeMutableRawPointer?) {
    pthread_setspecific(threadKey, value)
  }
#else
  @_silgen_name("faked_thread_scheduler")
  private func threadValue() -> UnsafeMutableRawPointer?
  @_silgen_name("faked_set_thread_scheduler")
  private func setThreadValue(_ value: UnsafeMutableRawPointer?)
#endif

extension Scheduler {
  /// The scheduler whose job this thread runs.
  static var onThisThread: Scheduler? {
    threadValue().map { Unmanaged<Scheduler>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs jobs on this thread: everything that they create and resume belongs to the scheduler.
  func onThisThread<Result>(_ body: () -> Result) -> Result {
    Self.withThreadScheduler(self, body)
  }

  /// Runs work that does not belong to a scheduler, even if one of its jobs calls it.
  static func outside<Result>(_ body: () -> Result) -> Result { withThreadScheduler(nil, body) }

  private static func withThreadScheduler<Result>(
    _ scheduler: Scheduler?, _ body: () -> Result
  ) -> Result {
    let previous = onThisThread
    set(scheduler)
    defer { set(previous) }
    return withExtendedLifetime((previous, scheduler), body)
  }

  private static func set(_ scheduler: Scheduler?) {
    setThreadValue(scheduler.map { Unmanaged.passUnretained($0).toOpaque() })
    TaskCreation.preferExecutor(of: scheduler)
  }
}
