/// The calls of one function: all of them, or the latest ones in a ring buffer.
@usableFromInline
package struct CallLog<Arguments, Output> {
  @usableFromInline package typealias Call = StoredCall<Arguments, Output>

  @usableFromInline var kept: ContiguousArray<Call> = []
  @usableFromInline var numbering: CallNumbering

  init(limit: Int) { numbering = CallNumbering(limit: limit) }

  /// Replaces the oldest call with the newest one, and returns the discarded call. With a limit of 0, that is the newest
  /// call.
  @usableFromInline
  mutating func replaceOldest(by call: Call) -> AnyObject {
    let position = numbering.replaceOldest()
    guard numbering.limit > 0 else { return DiscardedCall(call) }
    let oldest = DiscardedCall(kept[position])
    kept[position] = call
    return oldest
  }

  /// Returns the facts about a call, if it is kept.
  func facts(ofCall number: Int) -> CallFacts? {
    numbering.position(of: number, kept: kept.count).map { kept[$0].facts }
  }

  /// Changes the facts about a call, if it is kept.
  mutating func change(_ number: Int, _ change: (inout CallFacts) -> Void) {
    if let position = numbering.position(of: number, kept: kept.count) {
      change(&kept[position].facts)
    }
  }

  @usableFromInline package var oldestFirst: ContiguousArray<Call> {
    let start = numbering.position(ofAge: 0, kept: kept.count)
    return start == 0 ? kept : ContiguousArray(kept[start...]) + kept[..<start]
  }

  /// Returns the newest calls, oldest first.
  func latest(_ count: Int) -> ContiguousArray<Call> {
    kept.count <= count ? oldestFirst : ContiguousArray(oldestFirst.suffix(count))
  }

  /// Returns a Boolean value that indicates whether one of the newest calls threw an error that is not a `FakedError`.
  func hasForeignError(inLast count: Int) -> Bool {
    kept.withUnsafeBufferPointer { kept in
      (max(0, kept.count - count)..<kept.count).contains { age in
        if case .threw(let error) = kept[position(ofAge: age)].outcome {
          !(error is FakedError)
        } else {
          false
        }
      }
    }
  }

  /// Marks the calls with these indices as verified, or all calls. The indices are in order.
  mutating func markVerified(_ indices: [UInt64]?) {
    var next = 0
    for age in 0..<kept.count {
      let position = position(ofAge: age)
      guard let indices else {
        kept[position].facts.isVerified = true
        continue
      }
      let index = kept[position].facts.index
      while next < indices.count, indices[next] < index { next += 1 }
      guard next < indices.count else { return }
      if indices[next] == index { kept[position].facts.isVerified = true }
    }
  }

  /// Returns the indices of the kept calls, oldest first.
  func indices(unverified: Bool) -> [UInt64] {
    var indices: [UInt64] = []
    indices.reserveCapacity(unverified ? 0 : kept.count)
    kept.withUnsafeBufferPointer { kept in
      for age in 0..<kept.count {
        let facts = kept[position(ofAge: age)].facts
        if !unverified || !facts.isVerified { indices.append(facts.index) }
      }
    }
    return indices
  }

  /// Returns how many kept calls have a lower index, by binary search.
  func count(before index: UInt64) -> Int {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[position(ofAge: middle)].facts.index < index {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Returns the call with that index, if it is kept.
  func call(at index: UInt64) -> Call? {
    let age = count(before: index)
    guard age < kept.count, kept[position(ofAge: age)].facts.index == index else { return nil }
    return kept[position(ofAge: age)]
  }

  private func position(ofAge age: Int) -> Int {
    numbering.position(ofAge: age, kept: kept.count)
  }

  /// Limits the number of calls that are kept. Returns the earlier calls.
  mutating func limit(to limit: Int) -> ContiguousArray<Call> {
    let all = oldestFirst
    numbering.limit = limit
    kept = ContiguousArray(all.suffix(limit))
    numbering.keepLatest(kept.count)
    return all
  }

  /// Removes and returns all calls.
  mutating func removeAll() -> ContiguousArray<Call> {
    defer {
      kept = []
      numbering.reset()
    }
    return kept
  }
}

/// A call that the log discarded. Its owner releases it after the lock is released.
private final class DiscardedCall<Call> {
  private let call: Call
  init(_ call: Call) { self.call = call }
}
