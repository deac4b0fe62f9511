import Faked

/// Limits the steps that leftover tasks may take after the scenario's own code.
///
/// All runs of an exploration share it. If a task of one run ignores its cancellation, the others wait less for it.
final class LeftoverSteps: Sendable {
  /// The number of steps that leftover tasks may take before they are canceled, and again afterward. Tasks that still run
  /// at the end never run again.
  static let usual = 1_000

  private let hasEndlessTask = Locked(false)

  /// Returns a limit, which is lower if a task of an earlier run was endless.
  func limit(_ usual: Int) -> Int { hasEndlessTask.withLock { $0 } ? min(usual, 50) : usual }

  /// Records that a canceled task never suspends.
  func addEndlessTask() { hasEndlessTask.withLock { $0 = true } }
}
