import Faked

/// Rings when a run takes too long. One for many runs, so that a short run costs no timer.
final class Alarm: Sendable {
  private struct Ring {
    let time: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private static let tolerance = Duration.milliseconds(100)
  /// How many turns it takes among all tasks before it rings, as a short run does.
  private static let turns = 10

  private let limit: Duration
  private let ring = Locked<Ring?>(nil)

  /// No run is given less time than `limit`.
  init(limit: Duration) { self.limit = limit }

  /// Calls `action` after `delay`, instead of what it was to call.
  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let new = Ring(time: .now.advanced(by: delay), action: action)
    _ = ring.withLock { ring in
      defer { ring = new }
      return ring
    }
  }

  /// Calls `action` after `delay`, unless it has something to call already: what rings now may be over,
  /// and the next run may have set it.
  func setAgain(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let new = Ring(time: .now.advanced(by: delay), action: action)
    ring.withLock { ring in ring = ring ?? new }
  }

  func clear() {
    _ = ring.withLock { ring in
      defer { ring = nil }
      return ring
    }
  }

  /// Rings whenever it is time, until the task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      let next = ring.withLock { $0?.time } ?? .now.advanced(by: limit)
      // A ring that is set meanwhile is not due before this one.
      guard (try? await ProcessClock.sleep(until: next)) != nil else { return }
      for _ in 0..<Self.turns { await Task.yield() }
      let late = ContinuousClock.now - next
      let due = ring.withLock { ring -> Ring? in
        guard let found = ring, found.time <= .now else { return nil }
        // What comes so late was kept waiting by a busy machine or by other tests, and so was the run.
        let isFair = late < Self.tolerance
        ring = isFair ? nil : Ring(time: .now.advanced(by: late), action: found.action)
        return isFair ? found : nil
      }
      due?.action()
    }
  }
}
