import Foundation

/// The number of times that a test repeats something whose result must always be the same.
///
/// Defaults to 2. `FAKED_RUNS` raises it, because many repetitions of every service take a minute.
public enum Repetitions {
  public static let count =
    ProcessInfo.processInfo.environment["FAKED_RUNS"].flatMap(Int.init).map { max(2, $0) } ?? 2
}
