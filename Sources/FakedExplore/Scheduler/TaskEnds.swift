import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_handle_task_end")
  private func handleTaskEnd(
    _ handler: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer)
  @_silgen_name("faked_watch_task_end")
  private func watchTaskEnd(_ firstContext: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer

  /// Notes when tasks end, so that a report can name the tasks that have not.
  enum TaskEnds {
    /// A task that has not ended.
    private struct Watched {
      /// The function that the run time calls at its end.
      let completion: UnsafeMutableRawPointer
      let scheduler: Scheduler
    }

    // Addresses are keys here: the task cannot be deallocated before its end removes it.
    private static let watched = Locked<[UnsafeMutableRawPointer: Watched]>([:])

    /// A Boolean value that indicates whether ends are noted.
    static let areWatched: Bool = {
      handleTaskEnd { task in
        guard let ended = TaskEnds.watched.withLock({ $0.removeValue(forKey: task) }) else {
          preconditionFailure("A task ended that was never watched.")
        }
        ended.scheduler.noteEnd(of: unsafeBitCast(task, to: UnownedJob.self))
        return ended.completion
      }
      return true
    }()

    /// Watches a task that has not started.
    static func watch(_ task: UnownedJob, for scheduler: Scheduler) {
      guard areWatched, let context = RuntimeSymbols.context(of: task) else { return }
      let address = RuntimeSymbols.address(of: task)
      watched.withLock { watched in
        // Until the task starts, only this function changes its first context.
        watched[address] = Watched(completion: watchTaskEnd(context), scheduler: scheduler)
      }
    }
  }
#else
  /// Notes when tasks end, which this platform does not offer.
  enum TaskEnds {
    /// A Boolean value that indicates whether ends are noted.
    static let areWatched = false
    /// Watches a task that has not started.
    static func watch(_ task: UnownedJob, for scheduler: Scheduler) {}
  }
#endif
