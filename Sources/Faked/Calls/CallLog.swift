/// The calls of one function: all of them, or the latest ones in a ring buffer.
@usableFromInline
package struct CallLog<Arguments, Output> {
  @usableFromInline package typealias Call = StoredCall<Arguments, Output>

  @usableFromInline var kept: ContiguousArray<Call> = []
  @usableFromInline var limit: Int
  /// The position of the oldest kept call in the ring buffer.
  @usableFromInline var start = 0
  /// The number of the oldest kept call.
  @usableFromInline var firstNumber = 0
  /// The number of calls that there ever were. It numbers the calls, and is never reset.
  @usableFromInline var nextNumber = 0
  /// The number of calls that there were when the log was last emptied.
  @usableFromInline var numberAfterReset = 0
  /// The number of calls when the function was last stubbed unconditionally: invocation counts start there.
  @usableFromInline var countStart = 0

  @inlinable
  init(limit: Int) { self.limit = limit }

  /// Appends a call. Returns the call that made room for it. O(1) amortized, at any length.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func append(
    _ arguments: Arguments, index: UInt64, stub: Int32?
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
    guard limit > 0 else { return DiscardedCall(call) }
    let oldest = DiscardedCall(kept[start])
    kept[start] = call
    start = (start + 1) % limit
    return oldest
  }

  /// Records how a call ended, unless it was discarded in the meantime.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func end(
    _ number: Int, _ outcome: CallOutcome<Output>, at now: UInt64, isCancelled: Bool
  ) {
    guard let position = position(of: number) else { return }
    kept[position].end(outcome, at: now, isCancelled: isCancelled)
  }

  /// Returns the position of a call, if it is kept.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func position(of number: Int) -> Int? {
    let age = number &- firstNumber
    guard age >= 0, age < kept.count else { return nil }
    return start == 0 ? age : (start &+ age) % kept.count
  }

  /// Records when a call ended, if its outcome becomes known later.
  mutating func setEnd(_ now: UInt64, of number: Int) {
    if let position = position(of: number) { kept[position].setEnd(now) }
  }

  /// Records which stub responds to a call.
  mutating func setStub(_ stub: Int32, of number: Int) {
    if let position = position(of: number) { kept[position].stub = stub }
  }

  /// Records that a recording has the outcome of a call.
  mutating func setReplayed(_ number: Int) {
    if let position = position(of: number) { kept[position].flags.insert(.replayed) }
  }

  /// Records the site of a call.
  mutating func setSite(_ site: Int32, of number: Int) {
    if let position = position(of: number) { kept[position].site = site }
  }

  /// Returns the site of a call, if it was captured and the call is kept.
  func site(of number: Int) -> Int32? { position(of: number).flatMap { kept[$0].site } }

  /// Returns the stub that responds to a call, if the call is kept.
  func stub(of number: Int) -> Int32? { position(of: number).flatMap { kept[$0].stub } }

  @inlinable
  package var oldestFirst: ContiguousArray<Call> {
    start == 0 ? kept : ContiguousArray(kept[start...]) + kept[..<start]
  }

  /// Marks the calls with these indices as verified, or all calls. The indices are in order.
  mutating func markVerified(_ indices: [UInt64]?) {
    var next = 0
    for age in 0..<kept.count {
      let position = position(ofAge: age)
      guard let indices else {
        kept[position].flags.insert(.verified)
        continue
      }
      while next < indices.count, indices[next] < kept[position].index { next += 1 }
      guard next < indices.count else { return }
      if indices[next] == kept[position].index { kept[position].flags.insert(.verified) }
    }
  }

  /// Returns the indices of the kept calls, oldest first.
  func indices(unverified: Bool) -> [UInt64] {
    var indices: [UInt64] = []
    indices.reserveCapacity(unverified ? 0 : kept.count)
    kept.withUnsafeBufferPointer { kept in
      for age in 0..<kept.count {
        let position = start == 0 ? age : (start + age) % kept.count
        if !unverified || !kept[position].flags.contains(.verified) {
          indices.append(kept[position].index)
        }
      }
    }
    return indices
  }

  /// Returns how many kept calls have a lower index, by binary search.
  func count(before index: UInt64) -> Int {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[position(ofAge: middle)].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the call with that index, if it is kept.
  func call(at index: UInt64) -> Call? {
    let age = count(before: index)
    guard age < kept.count, kept[position(ofAge: age)].index == index else { return nil }
    return kept[position(ofAge: age)]
  }

  private func position(ofAge age: Int) -> Int { start == 0 ? age : (start + age) % kept.count }

  /// Limits the number of calls that are kept. Returns the earlier calls.
  mutating func limit(to limit: Int) -> ContiguousArray<Call> {
    let all = oldestFirst
    self.limit = limit
    start = 0
    kept = ContiguousArray(all.suffix(limit))
    firstNumber = nextNumber - kept.count
    return all
  }

  /// Removes and returns all calls.
  mutating func removeAll() -> ContiguousArray<Call> {
    defer {
      kept = []
      start = 0
      firstNumber = nextNumber
      numberAfterReset = nextNumber
    }
    return kept
  }
}

/// A call that the log discarded, on its way out of the lock.
private final class DiscardedCall<Call> {
  private let call: Call
  init(_ call: Call) { self.call = call }
}
