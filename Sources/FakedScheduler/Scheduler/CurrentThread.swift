// The scheduler whose jobs the current thread runs. It is a value of the thread, because a job of an
// actor has no task and therefore no task-local values.

#if canImport(Darwin)
  // Declared here, because the stubs of Darwin that this is compiled with on Linux don't have them.
  @_silgen_name("pthread_key_create") @discardableResult
  private func createKey(
    _ key: UnsafeMutablePointer<UInt>, _ destructor: UnsafeRawPointer?
  ) -> Int32
  @_silgen_name("pthread_getspecific")
  private func value(of key: UInt) -> UnsafeMutableRawPointer?
  @_silgen_name("pthread_setspecific") @discardableResult
  private func setValue(of key: UInt, _ value: UnsafeRawPointer?) -> Int32

  private let threadKey: UInt = {
    let key = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    defer { key.deallocate() }
    createKey(key, nil)
    return key.pointee
  }()

  private func threadValue() -> UnsafeMutableRawPointer? { value(of: threadKey) }
  private func setThreadValue(_ value: UnsafeMutableRawPointer?) {
    setValue(of: threadKey, value.map { UnsafeRawPointer($0) })
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
    guard let value = threadValue(), value != outsideMark else { return nil }
    return Unmanaged<Scheduler>.fromOpaque(UnsafeRawPointer(value)).takeUnretainedValue()
  }

  /// A Boolean value that indicates whether this thread does work that belongs to no scheduler.
  static var isOutside: Bool { threadValue() == outsideMark }

  /// A value of the thread that is not the address of an object.
  private static var outsideMark: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: 1)
  }

  /// Runs jobs on this thread: everything that they create and resume belongs to the scheduler.
  func onThisThread<Result>(_ body: () -> Result) -> Result {
    Self.withThreadValue(Unmanaged.passUnretained(self).toOpaque(), body)
  }

  package static func outside<Result>(_ body: () -> Result) -> Result {
    withThreadValue(outsideMark, body)
  }

  private static func withThreadValue<Result>(
    _ value: UnsafeMutableRawPointer?, _ body: () -> Result
  ) -> Result {
    let previous = threadValue()
    let scheduler = onThisThread
    setThreadValue(value)
    useSettings(of: onThisThread)
    defer {
      setThreadValue(previous)
      useSettings(of: scheduler)
    }
    return withExtendedLifetime((scheduler, onThisThread), body)
  }

  /// Applies the settings of a scheduler for new tasks and clocks to this thread. `nil` restores the defaults.
  private static func useSettings(of scheduler: Scheduler?) {
    TaskCreation.preferExecutor(of: scheduler)
    if let scheduler { scheduler.passedTime.use() } else { PassedTime.useNone() }
  }
}
