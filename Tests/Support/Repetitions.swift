import Foundation

/// The number of times that a test repeats something whose result must always be the same.
///
/// Defaults to 2. `FAKED_RUNS` raises it, because many repetitions of every service take a minute.
public enum Repetitions {
  private static let requested = ProcessInfo.processInfo.environment["FAKED_RUNS"].flatMap(Int.init)
  public static let count = max(2, requested ?? 2)
  /// A Boolean value that indicates whether tests that only repeat others run, too.
  public static let areRequested = requested != nil
}
