import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_install_crash_handler")
  private func installCrashHandler(_ note: @convention(c) () -> Void)
  @_silgen_name("faked_print")
  private func printUnbuffered(_ text: UnsafePointer<CChar>)

  /// The note about a crash of the process in a job of a run, such as a continuation that is resumed twice.
  enum CrashNote {
    private static let isInstalled: Void = installCrashHandler {
      guard let scheduler = Scheduler.onThisThread else { return }
      printUnbuffered("error: The process crashed in \(scheduler.limits.owner).\n")
      // The thread that crashed may hold the lock. Then, the process ends without this line.
      if let line = scheduler.adviceToRepeat { printUnbuffered(line + "\n") }
    }

    /// Prints a note when the process crashes, from now on.
    static func install() { isInstalled }
  }
#else
  /// The note about a crash of the process in a job of a run, which this platform does not print.
  enum CrashNote {
    /// Prints a note when the process crashes, from now on.
    static func install() {}
  }
#endif
