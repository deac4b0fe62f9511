/// One call as the log keeps it. It is small, because there may be millions.
@usableFromInline
package struct StoredCall<Arguments, Output> {
  @usableFromInline package let arguments: Arguments
  /// The nanosecond of the call, made unique within its fake.
  @usableFromInline package let index: UInt64
  /// The nanoseconds that the call took, once it has ended.
  @usableFromInline var nanoseconds: UInt64 = 0
  @usableFromInline var outcome: CallOutcome<Output>
  @usableFromInline var flags: CallFlags
  // Positions in tables, or -1: an optional takes twice the bytes.
  @usableFromInline var stubPosition: Int32 = -1
  @usableFromInline var sitePosition: Int32 = -1

  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  init(arguments: Arguments, index: UInt64, stub: Int32?) {
    self.arguments = arguments
    self.index = index
    if let stub { stubPosition = stub }
    outcome = .pending
    flags = CallFlags(rawValue: 0)
  }

  /// The stub of the function that responds, if there is one.
  var stub: Int32? {
    get { stubPosition < 0 ? nil : stubPosition }
    set { stubPosition = newValue ?? -1 }
  }

  /// The position of the call site in the table of the scope, if it was captured.
  var site: Int32? {
    get { sitePosition < 0 ? nil : sitePosition }
    set { sitePosition = newValue ?? -1 }
  }

  /// Records how the call ended.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func end(_ outcome: CallOutcome<Output>, at now: UInt64, isCancelled: Bool) {
    self.outcome = outcome
    if nanoseconds == 0, now > index { nanoseconds = now &- index }
    if isCancelled { flags.insert(.cancelled) }
  }

  /// Records when the call ended.
  mutating func setEnd(_ now: UInt64) { nanoseconds = now > index ? now &- index : 0 }

  /// The nanoseconds that the call took, or `nil` if it has not ended.
  @usableFromInline var duration: UInt64? {
    if case .pending = outcome { nil } else { nanoseconds }
  }
}

/// The facts about a call that hold or don't.
@usableFromInline
struct CallFlags: OptionSet {
  /// The task of the call was canceled before the call ended.
  @usableFromInline static var cancelled: CallFlags { CallFlags(rawValue: 1) }
  /// A verification has counted the call.
  static var verified: CallFlags { CallFlags(rawValue: 2) }
  /// A recording has the outcome of the call.
  static var replayed: CallFlags { CallFlags(rawValue: 4) }

  @usableFromInline let rawValue: UInt8
  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }
}
