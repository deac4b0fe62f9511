/// Values of the user that were removed under a lock. They are released after the lock.
package struct Removed {
  fileprivate var values: [Any]

  var isEmpty: Bool { values.isEmpty }

  init(_ values: [Any] = []) { self.values = values }
}

/// Releases removed values without recursion.
///
/// A stub can capture another fake, whose stub captures a third one, and so on. Releasing thousands of
/// them inside each other would overflow the stack, so a release within a release waits until the outer one ends.
enum DeepRelease {
  /// The values that wait to be released, for each thread that is releasing others.
  private static let waiting = Locked<[UInt: [Removed]]>([:])

  /// Releases the values now, or after the release that runs on this thread.
  static func release(_ removed: inout Removed) {
    guard !removed.isEmpty else { return }
    let thread = currentThread()
    guard enqueue(&removed, on: thread) else { return }
    while releaseNext(on: thread) {}
  }

  /// Takes the values. Returns a Boolean value that indicates whether the thread was not releasing yet.
  private static func enqueue(_ removed: inout Removed, on thread: UInt) -> Bool {
    waiting.withLock { waiting in
      let isFirst = waiting[thread] == nil
      waiting[thread, default: []].append(removed)
      // The queue must hold the last reference, so that nothing is deallocated in the frame of the caller.
      removed = Removed()
      return isFirst
    }
  }

  private static func releaseNext(on thread: UInt) -> Bool {
    let next = waiting.withLock { waiting -> Removed? in
      let next = waiting[thread]?.popLast()
      if next == nil { waiting[thread] = nil }
      return next
    }
    return next != nil
  }
}
