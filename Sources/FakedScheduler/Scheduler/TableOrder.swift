import Faked

/// The order of dictionaries and sets that are created during a run, which is the same in all runs of a process.
///
/// By default, the order depends on the address of the table: in 306 runs, the keys of a small dictionary had 306 orders.
/// With the flag that `SWIFT_DETERMINISTIC_HASHING` sets at the start of a process, it depends on the size instead. The
/// flag applies only to new tables, including those of tests that run at the same time, so it can change at any time. The
/// seeds of the process can't change, because the positions in existing tables depend on them.
package enum TableOrder {
  private struct State {
    var runCount = 0
    /// The flag when no run is active.
    var usualFlag = false
  }

  private static let state = Locked(State())

  /// The flag, which follows two seeds. `nil` if the runtime is linked statically.
  private static let flag = RuntimeSymbols.find("_swift_stdlib_Hashing_parameters").map {
    UncheckedSendable(($0 + 2 * MemoryLayout<UInt64>.size).assumingMemoryBound(to: Bool.self))
  }

  /// A Boolean value that indicates whether the order is the same in all runs.
  package static var isControlled: Bool { flag != nil }

  /// Makes the order independent of addresses while a run is active.
  static func beginRun() {
    state.withLock { state in
      state.runCount += 1
      guard state.runCount == 1, let flag = flag?.value else { return }
      state.usualFlag = flag.pointee
      flag.pointee = true
    }
  }

  static func endRun() {
    state.withLock { state in
      state.runCount -= 1
      if state.runCount == 0 { flag?.value.pointee = state.usualFlag }
    }
  }
}
