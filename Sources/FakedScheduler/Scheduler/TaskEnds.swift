import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_handle_task_end")
  private func handleTaskEnd(
    _ handler: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer)
  @_silgen_name("faked_watch_task_end")
  private func watchTaskEnd(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  @_silgen_name("faked_read_words")
  private func readWords(
    _ address: UnsafeRawPointer, _ words: UnsafeMutablePointer<UInt>
  ) -> CInt

  /// Records when tasks end, so that a report can name the tasks that have not.
  enum TaskEnds {
    /// A task that has not ended.
    private struct Watched {
      /// The function that the runtime calls at its end.
      let completion: UnsafeMutableRawPointer
      let scheduler: Scheduler
    }

    // Addresses are keys here: the task cannot be deallocated before its end removes it.
    private static let watched = Locked<[UnsafeMutableRawPointer: Watched]>([:])

    /// A Boolean value that indicates whether ends are recorded.
    static let areWatched: Bool = {
      handleTaskEnd { task in
        guard let ended = TaskEnds.watched.withLock({ $0.removeValue(forKey: task) }) else {
          preconditionFailure("A task that was never watched has ended.")
        }
        ended.scheduler.recordEnd(of: unsafeBitCast(task, to: UnownedJob.self))
        return ended.completion
      }
      return true
    }()

    /// Watches a suspended task. Returns `false` if its end cannot be recorded.
    static func watch(_ task: UnownedJob, for scheduler: Scheduler) -> Bool {
      guard areWatched, let context = RuntimeSymbols.context(of: task) else { return false }
      let address = RuntimeSymbols.address(of: task)
      return watched.withLock { watched in
        guard watched[address] == nil, let completion = watchTaskEnd(context) else { return false }
        watched[address] = Watched(completion: completion, scheduler: scheduler)
        return true
      }
    }

    /// More than the functions of the standard library between an `AsyncThrowingStream` and the code that iterates it.
    private static let maxPoints = 24

    /// Returns the addresses at which a task that has not ended and its callers continue, innermost first.
    static func resumePoints(of task: UnownedJob) -> [UInt] {
      resumePoints(from: RuntimeSymbols.resumePoint(of: task), RuntimeSymbols.context(of: task))
    }

    /// Returns the addresses at which a function and its callers continue, innermost first.
    ///
    /// - Parameters:
    ///   - point: The address at which the function continues.
    ///   - context: The context of the function.
    static func resumePoints(from point: UInt, _ context: UnsafeMutableRawPointer?) -> [UInt] {
      var points = [point]
      var context = UInt(bitPattern: context)
      var words: [UInt] = [0, 0]
      // A context begins with that of the caller and the address at which the caller continues. If the task
      // runs on another thread, its context may be gone, so every address is checked.
      while let address = UnsafeRawPointer(bitPattern: context), points.count < maxPoints,
        readWords(address, &words) != 0
      {
        points.append(words[1])
        context = words[0]
      }
      return points
    }
  }
#else
  /// Records when tasks end, which this platform does not offer.
  enum TaskEnds {
    /// A Boolean value that indicates whether ends are recorded.
    static let areWatched = false
    /// Watches a suspended task. Returns `false` if its end cannot be recorded.
    static func watch(_ task: UnownedJob, for scheduler: Scheduler) -> Bool { false }
    /// Returns the addresses at which a task that has not ended and its callers continue.
    static func resumePoints(of task: UnownedJob) -> [UInt] { [] }
  }
#endif
