import Faked

#if os(Linux) || os(Android)
  @_silgen_name("faked_note_crashes")
  private func noteCrashes(_ note: @convention(c) () -> Void)
  @_silgen_name("faked_print")
  private func printUnbuffered(_ text: UnsafePointer<CChar>)

  /// The note about a crash of the process in a job of a run, such as a continuation that is resumed twice.
  enum CrashNote {
    private static let isInstalled: Void = noteCrashes {
      guard let text = Scheduler.onThisThread?.crashNote else { return }
      text.withCString { printUnbuffered($0) }
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

extension Scheduler {
  /// The text about a crash: the test, and the order so far.
  fileprivate var crashNote: String {
    let choices = state.withLock { $0.choices }
    let head = "error: The process crashed in \(limits.owner).\n"
    guard limits.canReplay else { return head }
    return head
      + "  To stop at the crash in a debugger: exploreOrders(replaying: \"\(Replay(of: choices))\")\n"
  }
}
