import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_this_thread")
  private func thisThread() -> UInt
  @_silgen_name("faked_processor_time")
  private func timeUsed(by thread: UInt) -> Int64
  @_silgen_name("faked_callers_of_thread")
  private func callers(
    of thread: UInt, _ addresses: UnsafeMutablePointer<UInt64>, _ limit: CInt
  ) -> CInt
  @_silgen_name("faked_stop_process")
  private func stop(_ message: UnsafePointer<CChar>)

  /// A thread that runs a job.
  struct StuckThread: Sendable, Equatable {
    private let number: UInt

    /// The current thread.
    static var current: Self { Self(number: thisThread()) }

    /// The processor time that the thread has used. `nil` if the system doesn't know it.
    var processorTime: Duration? {
      let nanoseconds = timeUsed(by: number)
      return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
    }

    /// The number of samples.
    private static let maxSamples = 15

    /// The line of the user's code that the thread runs.
    ///
    /// A thread that is interrupted at the beginning or at the end of a function may hide the function's callers.
    /// Therefore, this is the line that most samples show.
    var place: CallSite? {
      var counts: [CallSite: Int] = [:]
      for _ in 0..<Self.maxSamples {
        var addresses = [UInt64](repeating: 0, count: 64)
        let count = callers(of: number, &addresses, 64)
        // The thread doesn't react.
        if count == 0 { break }
        let callers = addresses.prefix(Int(count)).map { CodeAddress($0, .returns) }
        // Prefer a function with a line, because those of Foundation have none.
        let site = CallSite(firstOf: callers, requiresLine: true) ?? CallSite(firstOf: callers)
        if let site { counts[site, default: 0] += 1 }
      }
      return counts.max { $0.value < $1.value }?.key
    }

    /// Prints a message and ends the process.
    func stopProcess(_ message: String) { message.withCString { stop($0) } }
  }
#else
  /// A thread that runs a job. This platform doesn't show the line that it runs.
  struct StuckThread: Sendable, Equatable {
    /// The current thread.
    static var current: Self { Self() }

    /// The processor time that the thread has used. This platform doesn't know it.
    var processorTime: Duration? { nil }

    /// The line of the user's code that the thread runs.
    var place: CallSite? { nil }

    /// Prints a message and ends the process.
    func stopProcess(_ message: String) { fatalError(message) }
  }
#endif
