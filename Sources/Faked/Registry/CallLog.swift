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

  /// Appends a call, and gives what had to make room for it; O(1) amortized at any length.
  @usableFromInline @_transparent
  mutating func append(_ arguments: Arguments, index: Int) -> AnyObject? {
    nextNumber &+= 1
    if kept.count < limit {
      kept.append(Call(arguments: arguments, index: index))
      return nil
    }
    return replaceOldest(by: Call(arguments: arguments, index: index))
  }

  /// The position of a call; nil if it was forgotten.
  @usableFromInline @_transparent
  mutating func position(of number: Int) -> Int? {
    let age = number &- firstNumber
    guard age >= 0, age < kept.count else { return nil }
    return start == 0 ? age : (start &+ age) % kept.count
  }

  /// Writes down how a call ended, unless it was forgotten meanwhile.
  @usableFromInline @_transparent
  mutating func end(
    _ number: Int, _ outcome: CallOutcome<Output>, at now: Int, by clock: CallClock,
    cancelled: Bool, siteIndex: Int32
  ) {
    guard let position = position(of: number) else { return }
    kept[position].duration = clock.duration(of: kept[position].index, until: now)
    kept[position].wasCancelled = cancelled
    kept[position].siteIndex = siteIndex
    kept[position].outcome = outcome
  }

  @inlinable
  package var oldestFirst: ContiguousArray<Call> {
    start == 0 ? kept : ContiguousArray(kept[start...]) + kept[..<start]
  }

  @usableFromInline @inline(never)
  mutating func replaceOldest(by call: Call) -> AnyObject? {
    firstNumber = nextNumber - limit
    guard limit > 0 else { return nil }
    let oldest = Forgotten(kept[start])
    kept[start] = call
    start = (start + 1) % limit
    return oldest
  }

  /// Notes that a verification has counted the calls of these indices.
  mutating func markVerified(_ indices: Set<Int>) {
    for position in kept.indices where indices.contains(kept[position].index) {
      kept[position].isVerified = true
    }
  }

  /// Keeps the newest calls only, and hands over the others.
  mutating func limit(to limit: Int) -> Any? {
    let all = oldestFirst
    self.limit = limit
    start = 0
    kept = ContiguousArray(all.suffix(limit))
    firstNumber = nextNumber - kept.count
    return all
  }

  mutating func removeAll() -> Any? {
    defer {
      kept = []
      start = 0
      firstNumber = nextNumber
    }
    return kept
  }
}

/// Holds a call that is no longer kept until the lock is free: its values are the user's to release.
private final class Forgotten<Call> {
  let call: Call
  init(_ call: Call) { self.call = call }
}
