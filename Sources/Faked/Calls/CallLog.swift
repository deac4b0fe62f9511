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
    kept[position].outcome = outcome
    kept[position].nanoseconds = now > kept[position].index ? now &- kept[position].index : 0
    kept[position].wasCancelled = cancelled
  }

  /// Where a call is kept, if it is.
  @inlinable
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

  /// Notes that a verification has counted the calls of these indices.
  mutating func markVerified(_ indices: Set<UInt64>) {
    for position in kept.indices where indices.contains(kept[position].index) {
      kept[position].isVerified = true
    }
  }

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
