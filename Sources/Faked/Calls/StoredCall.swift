/// One call as the log keeps it.
///
/// A tuple, because the log appends one for every call: in a debug build, the initializer of a generic structure is code
/// that is not specialized, and takes 0.1 µs.
@usableFromInline
package typealias StoredCall<Arguments, Output> = (
  arguments: Arguments, outcome: CallOutcome<Output>, facts: CallFacts
)

/// A reason for which a fake fails a call.
enum CallFailure: UInt8 {
  /// No stub responds.
  case unstubbed
  /// The stub allows no further call.
  case unexpected
  /// The response doesn't fit the function.
  case unfit
  /// The recording doesn't contain the call.
  case unrecorded
}

/// The facts about a call that are the same for all functions. They are small, because there may be millions of calls.
@usableFromInline
package struct CallFacts {
  /// The time of the call in nanoseconds, adjusted so that it is unique within its fake.
  @usableFromInline package let index: UInt64
  /// The nanoseconds that the call took, once it has ended.
  @usableFromInline var nanoseconds: UInt64 = 0
  @usableFromInline var stubPosition = Self.unknown
  @usableFromInline var sitePosition = Self.unknown
  @usableFromInline var hasEnded = false
  /// A Boolean value that indicates whether the task of the call was canceled before the call ended.
  @usableFromInline var wasCancelled = false
  /// A Boolean value that indicates whether a verification has counted the call.
  var isVerified = false
  /// A Boolean value that indicates whether a recording has the outcome of the call.
  var isReplayed = false
  /// The reason for which the fake failed the call, if it did.
  var failure: CallFailure?

  /// The value for an unknown position. Two optionals would add 8 bytes to every call.
  @usableFromInline static var unknown: Int32 { -1 }

  @usableFromInline
  init(index: UInt64) { self.index = index }

  /// The stub of the function that responds, if there is one.
  var stub: Int32? {
    get { stubPosition == Self.unknown ? nil : stubPosition }
    set { stubPosition = newValue ?? Self.unknown }
  }

  /// The position of the call site in the table of the scope, if it was captured.
  var site: Int32? {
    get { sitePosition == Self.unknown ? nil : sitePosition }
    set { sitePosition = newValue ?? Self.unknown }
  }

  /// Records that the call ended.
  @inlinable
  mutating func end(at now: UInt64, isCancelled: Bool) {
    if nanoseconds == 0, now > index { nanoseconds = now &- index }
    hasEnded = true
    wasCancelled = isCancelled
  }

  /// Records when the call ended, if its outcome becomes known later.
  mutating func setEnd(_ now: UInt64) { nanoseconds = now > index ? now &- index : 0 }

  /// The nanoseconds that the call took, or `nil` if it has not ended.
  var duration: UInt64? { hasEnded ? nanoseconds : nil }
}
