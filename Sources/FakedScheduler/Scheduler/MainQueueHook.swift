import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_handle_main_queue")
  private func handleMainQueue(
    _ handler:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer
      ) -> CInt)

  /// Gives the main actor's jobs that belong to a scheduler to that scheduler.
  ///
  /// Without it, they run on the main queue, first in, first out.
  enum MainQueueHook {
    /// A Boolean value that indicates whether schedulers get the main actor's jobs.
    ///
    /// The runtime puts each job on the main queue together with the function that runs it. One task that
    /// is created here shows that function.
    static let isInstalled: Bool = {
      guard TaskCreation.isControlled, mainQueue != nil else { return false }
      handleMainQueue { queue, context, work in
        guard UInt(bitPattern: queue) == MainQueueHook.mainQueue, let context else { return 0 }
        let isJob = MainQueueHook.jobFunction.withLock { function in
          let work = UInt(bitPattern: work)
          if function == nil, TaskCreation.isHappening { function = work }
          return function == work
        }
        guard isJob else { return 0 }
        let job = unsafeBitCast(context, to: UnownedJob.self)
        return Scheduler.owner(of: job)?.take(job, as: .main) == true ? 1 : 0
      }
      TaskCreation.withProbe { Task.detached { @MainActor in } }
      return jobFunction.withLock { $0 != nil }
    }()

    // Addresses, which are only compared.
    private static let mainQueue = RuntimeSymbols.find("_dispatch_main_q").map {
      UInt(bitPattern: $0)
    }
    private static let jobFunction = Locked<UInt?>(nil)
  }
#else
  /// Gives the main actor's jobs to schedulers, which this platform does not offer.
  enum MainQueueHook {
    /// A Boolean value that indicates whether schedulers get the main actor's jobs.
    static let isInstalled = false
  }
#endif

extension MainQueueHook {
  private typealias SetSpecific =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
      UnsafeMutableRawPointer?
    ) -> Void
  private typealias GetSpecific =
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

  /// Looks for a mark that only the main queue has. On Linux, that queue has no thread of its own.
  private static let isMarked: (@Sendable () -> Bool)? = {
    guard let main = RuntimeSymbols.find("_dispatch_main_q"),
      let set = RuntimeSymbols.find("dispatch_queue_set_specific"),
      let get = RuntimeSymbols.find("dispatch_get_specific")
    else { return nil }
    // The address of the queue serves as the key and as the value. Nothing is read there.
    unsafeBitCast(set, to: SetSpecific.self)(main, main, main, nil)
    let mark = UInt(bitPattern: main)
    let getSpecific = unsafeBitCast(get, to: GetSpecific.self)
    return { UnsafeMutableRawPointer(bitPattern: mark).flatMap(getSpecific) != nil }
  }()

  /// A Boolean value that indicates whether the main queue runs this code.
  static var isOnMainQueue: Bool { isMarked?() ?? false }

  /// A Boolean value that indicates whether this is a job of the main actor that a scheduler could not
  /// take, but waits for.
  static var isForeseen: Bool { !isInstalled && isOnMainQueue }
}
