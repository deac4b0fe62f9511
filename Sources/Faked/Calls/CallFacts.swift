/// The numbers of the calls of one function.
///
/// This type is not part of the generic `FunctionState`, because generic code is slow in a debug build.
@usableFromInline
struct CallNumbering {
  /// The maximum number of calls to keep.
  @usableFromInline var limit: Int
  /// The number of calls so far, which is also the number of the next call. It is never reset.
  @usableFromInline var next = 0
  /// The number of calls when the log was last emptied.
  private var afterReset = 0
  /// The number of the first call after the function was last stubbed unconditionally. Its invocation count is 1.
  @usableFromInline var countStart = 0

  init(limit: Int) { self.limit = limit }

  /// The number of calls since the log was last emptied.
  var count: Int { next - afterReset }

  /// Counts a call.
  ///
  /// - Returns: The number of the call, and the number of calls since the last unconditional stub, this one included.
  @inlinable
  mutating func add() -> (number: Int, invocationCount: Int) {
    next &+= 1
    return (next &- 1, next &- countStart)
  }

  /// Restarts the invocation count.
  mutating func restartCount() { countStart = next }

  /// Records that the log was emptied.
  mutating func reset() { afterReset = next }

  /// Returns a Boolean value that indicates whether to remove old calls. A log with a limit of 8 or more removes several
  /// at a time, because the others move.
  @inlinable @inline(__always)
  func isFull(_ count: Int) -> Bool { count > limit && count &- limit > limit / 8 }

  /// Returns the position of a call, if it is kept.
  @inlinable @inline(__always)
  func position(of number: Int, kept count: Int) -> Int? {
    let position = number &- next &+ count
    return position >= 0 && position < count ? position : nil
  }
}

/// One call as the log keeps it.
///
/// A tuple, because the log appends one for every call: in a debug build, the initializer of a generic structure is code
/// that is not specialized, and takes 0.1 µs.
@usableFromInline
package typealias StoredCall<Arguments, Output> = (
  arguments: Arguments, outcome: CallOutcome<Output>, facts: CallFacts
)

/// A reason for which a fake fails a call.
@usableFromInline
enum CallFailure: UInt8, Sendable {
  /// No stub responds.
  case unstubbed
  /// The response doesn't fit the function.
  case unfit
  /// The recording doesn't contain the call.
  case unrecorded
}

/// The facts about a call that are the same for all functions. They are small, because there may be millions of calls.
@usableFromInline
package struct CallFacts: Sendable {
  /// The time of the call in nanoseconds, adjusted so that it is unique within its fake.
  @usableFromInline package let index: UInt64
  /// The nanoseconds that the call took, once it has ended.
  @usableFromInline var nanoseconds: UInt64 = 0
  /// The number of the call in messages: its position among all calls of its scope, from 1.
  @usableFromInline var number: Int32
  @usableFromInline var stubPosition = Self.unknown
  @usableFromInline var sitePosition = Self.unknown
  /// A Boolean value that indicates whether the task of the call was canceled when the call ended. `nil` before that.
  // One byte instead of two keeps the facts at 32 bytes.
  @usableFromInline var endedCancelled: Bool?
  /// A Boolean value that indicates whether a verification has counted the call.
  @usableFromInline package var isVerified = false
  /// A Boolean value that indicates whether a recording has the outcome of the call.
  @usableFromInline var isReplayed = false
  /// The reason for which the fake failed the call, if it did.
  @usableFromInline var failure: CallFailure?

  /// A Boolean value that indicates whether the task of the call was canceled before the call ended.
  var wasCancelled: Bool { endedCancelled == true }

  /// The value for an unknown position. Two optionals would add 8 bytes to every call.
  @usableFromInline static var unknown: Int32 { -1 }

  @inlinable
  init(index: UInt64, number: Int32) { (self.index, self.number) = (index, number) }

  /// The stub of the function that responds, if there is one.
  var stub: Int32? { stubPosition == Self.unknown ? nil : stubPosition }

  /// The position of the call site in the table of the scope, if it was captured.
  var site: Int32? { sitePosition == Self.unknown ? nil : sitePosition }

  /// Records that the call ended.
  @inlinable
  mutating func end(at now: UInt64, isCancelled: Bool) {
    if nanoseconds == 0 { setEnd(now) }
    endedCancelled = isCancelled
  }

  /// Records when the call ended, if its outcome becomes known later.
  @inlinable
  mutating func setEnd(_ now: UInt64) { nanoseconds = now > index ? now &- index : 0 }

  /// The nanoseconds that the call took, or `nil` if it has not ended.
  var duration: UInt64? { endedCancelled == nil ? nil : nanoseconds }
}
