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
    /// The run time puts each job on the main queue together with the function that runs it. One task that
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
