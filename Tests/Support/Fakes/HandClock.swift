import Faked

/// A clock whose time changes only when a test advances it, and that counts its sleeping tasks.
package final class HandClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset = Duration.zero
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  package typealias Duration = Swift.Duration

  private struct State {
    var now = Instant()
    var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var lastID = 0
    var watchers: [(count: Int, tell: CheckedContinuation<Void, Never>)] = []

    mutating func toldWatchers() -> [CheckedContinuation<Void, Never>] {
      let told = watchers.filter { $0.count <= sleepers.count }.map(\.tell)
      watchers.removeAll { $0.count <= sleepers.count }
      return told
    }
  }

  private let state = Captured(State())

  package init() {}

  package var now: Instant { state.withValue { $0.now } }
  package let minimumResolution = Duration.nanoseconds(1)

  package func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let id = state.withValue { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (wake: CheckedContinuation<Void, any Error>) in
        let (end, told) = state.withValue {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers[id] = (deadline, wake)
          return (nil, state.toldWatchers())
        }
        for watcher in told { watcher.resume() }
        if let end { wake.resume(with: end) }
      }
    } onCancel: {
      state.withValue { $0.sleepers.removeValue(forKey: id) }?.wake.resume(
        throwing: CancellationError())
    }
  }

  /// Waits until a number of tasks sleep.
  package func sleepers(_ count: Int) async {
    await withCheckedContinuation { tell in
      let told = state.withValue { state in
        state.watchers.append((count, tell))
        return state.toldWatchers()
      }
      for watcher in told { watcher.resume() }
    }
  }

  /// Advances the time, and ends the sleeps that are due.
  package func advance(by duration: Duration) {
    let woken = state.withValue { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.until <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for sleeper in woken { sleeper.resume() }
  }
}
