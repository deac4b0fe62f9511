#if os(Linux) || os(Android)
  @_silgen_name("faked_departures")
  private func departures() -> UInt

  /// The work that jobs hand to queues, timers, and threads, where no scheduler sees it.
  enum Departures {
    /// A Boolean value that indicates whether such work is counted on this platform.
    static var areCounted: Bool { TaskCreation.isControlled }
    /// The number of times that this thread handed out work.
    static var count: Int { Int(departures()) }
  }
#else
  /// The work that jobs hand to queues, timers, and threads, which this platform does not show.
  enum Departures {
    /// A Boolean value that indicates whether such work is counted on this platform.
    static var areCounted: Bool { false }
    /// The number of times that this thread handed out work.
    static var count: Int { 0 }
  }
#endif
