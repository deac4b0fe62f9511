import Faked

/// Lets runs that use a global actor or the main actor follow each other.
///
/// Such an actor is the same object in all explorations. If two runs used it at the same time, each would
/// find jobs of the other in its queue.
enum ExclusiveRun {
  private struct State {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  private static let state = Locked(State())

  /// Suspends until no other run is exclusive.
  static func begin() async {
    await withUnsafeContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next run begin, in the order in which they asked.
  static func end() {
    let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
