/// The calls of one function: all of them, or the last so many in a ring.
@usableFromInline
package struct CallLog<Arguments, Output> {
  @usableFromInline package typealias Call = StoredCall<Arguments, Output>

  @usableFromInline var kept: ContiguousArray<Call> = []
  @usableFromInline var limit: Int
  /// Where the oldest kept call is; the ring goes on from there.
  @usableFromInline var start = 0
  /// The number of the oldest kept call.
  @usableFromInline var firstNumber = 0
  /// How many calls there ever were; it numbers them, and never goes back.
  @usableFromInline var nextNumber = 0

  @inlinable
  init(limit: Int) { self.limit = limit }

  /// Appends a call, and gives the one that had to make room for it; O(1) amortized at any length.
  @usableFromInline @_transparent
  mutating func append(
    _ arguments: Arguments, index: UInt64, stub: Int32
  ) -> AnyObject? {
    nextNumber &+= 1
    if kept.count < limit {
      kept.append(Call(arguments: arguments, index: index, stub: stub))
      return nil
    }
    return replaceOldest(by: Call(arguments: arguments, index: index, stub: stub))
  }

  @usableFromInline
  mutating func replaceOldest(by call: Call) -> AnyObject? {
    firstNumber = nextNumber - limit
    guard limit > 0 else { return ForgottenCall(call) }
    let oldest = ForgottenCall(kept[start])
    kept[start] = call
    start = (start + 1) % limit
    return oldest
  }

  /// Writes down how a call ended, unless it was forgotten meanwhile.
  @usableFromInline @_transparent
  mutating func end(
    _ number: Int, _ outcome: CallOutcome<Output>, at now: UInt64, cancelled: Bool
  ) {
    guard let position = position(of: number) else { return }
    kept[position].end(outcome, at: now, cancelled: cancelled)
  }

  /// Where a call is kept, if it is.
  @usableFromInline @_transparent
  func position(of number: Int) -> Int? {
    let age = number &- firstNumber
    guard age >= 0, age < kept.count else { return nil }
    return start == 0 ? age : (start &+ age) % kept.count
  }

  /// Writes down which stub answers a call.
  mutating func note(_ stub: Int32, for number: Int) {
    if let position = position(of: number) { kept[position].stub = stub }
  }

  /// The stub that answers a call, if the call is kept.
  func stub(of number: Int) -> Int32? {
    guard let position = position(of: number), kept[position].stub >= 0 else { return nil }
    return kept[position].stub
  }

  @inlinable
  package var oldestFirst: ContiguousArray<Call> {
    start == 0 ? kept : ContiguousArray(kept[start...]) + kept[..<start]
  }

  /// Notes that a verification has counted the calls of these indices, which are in order; nil for all.
  mutating func markVerified(_ indices: [UInt64]?) {
    var next = 0
    for age in 0..<kept.count {
      let position = place(ofAge: age)
      guard let indices else {
        kept[position].isVerified = true
        continue
      }
      while next < indices.count, indices[next] < kept[position].index { next += 1 }
      guard next < indices.count else { return }
      if indices[next] == kept[position].index { kept[position].isVerified = true }
    }
  }

  /// The indices of the kept calls, oldest first; of those alone that no verification has counted.
  func indices(unverified: Bool) -> [UInt64] {
    var indices: [UInt64] = []
    indices.reserveCapacity(unverified ? 0 : kept.count)
    kept.withUnsafeBufferPointer { kept in
      for age in 0..<kept.count {
        let position = start == 0 ? age : (start + age) % kept.count
        if !unverified || !kept[position].isVerified { indices.append(kept[position].index) }
      }
    }
    return indices
  }

  /// How many kept calls have a lower index; a search by halves.
  func count(before index: UInt64) -> Int {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[place(ofAge: middle)].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The call of that index, if it is kept.
  func call(at index: UInt64) -> Call? {
    let age = count(before: index)
    guard age < kept.count, kept[place(ofAge: age)].index == index else { return nil }
    return kept[place(ofAge: age)]
  }

  private func place(ofAge age: Int) -> Int { start == 0 ? age : (start + age) % kept.count }

  /// Keeps the newest calls only, and hands over all that there were.
  mutating func limit(to limit: Int) -> Any? {
    let all = oldestFirst
    self.limit = limit
    start = 0
    kept = ContiguousArray(all.suffix(limit))
    firstNumber = nextNumber - kept.count
    return all
  }

  /// Forgets all calls, and hands them over.
  mutating func removeAll() -> ContiguousArray<Call> {
    defer {
      kept = []
      start = 0
      firstNumber = nextNumber
    }
    return kept
  }
}

/// A call that is no longer kept, on its way out of the lock: its values are the user's to end.
private final class ForgottenCall<Call> {
  private let call: Call
  init(_ call: Call) { self.call = call }
}
