import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_begin_departures")
  private func beginDepartures() -> UInt
  @_silgen_name("faked_departures")
  private func departures(
    _ addresses: UnsafeMutablePointer<UnsafePointer<UInt64>?>, _ count: UnsafeMutablePointer<CInt>
  ) -> UInt
  @_silgen_name("faked_restore_departures")
  private func restoreDepartures(
    _ total: UInt, _ addresses: UnsafePointer<UInt64>, _ count: CInt)

  /// The work that a job hands to queues, timers, and threads, where no scheduler sees it.
  ///
  /// Create a value on the thread of the job before it runs. The job may run the jobs of another scheduler.
  struct Departures {
    /// A Boolean value that indicates whether such work is counted on this platform.
    static var areCounted: Bool { TaskCreation.isControlled }

    private let countBefore = beginDepartures()

    /// Runs jobs whose work doesn't count as that of the current job.
    static func withoutOthers(_ body: () -> Void) {
      var addresses: UnsafePointer<UInt64>?
      var count: CInt = 0
      let total = departures(&addresses, &count)
      let callers = Array(UnsafeBufferPointer(start: addresses, count: Int(count)))
      body()
      restoreDepartures(total, callers, count)
    }

    /// The callers of the function that handed out the first work of the job. `nil` if the job handed out none.
    var callers: [CodeAddress]? {
      var addresses: UnsafePointer<UInt64>?
      var count: CInt = 0
      guard departures(&addresses, &count) != countBefore else { return nil }
      return UnsafeBufferPointer(start: addresses, count: Int(count)).map {
        CodeAddress($0, .returns)
      }
    }
  }
#else
  /// The work that a job hands to queues, timers, and threads, which this platform does not show.
  struct Departures {
    /// A Boolean value that indicates whether such work is counted on this platform.
    static var areCounted: Bool { false }
    /// Runs jobs whose work doesn't count as that of the current job.
    static func withoutOthers(_ body: () -> Void) { body() }
    /// The callers of the function that handed out work. Unknown on this platform.
    var callers: [CodeAddress]? { nil }
  }
#endif
