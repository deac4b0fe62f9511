/// One function of one fake, without its types.
///
/// Everything here is guarded by the lock of the fake.
@usableFromInline
package class AnyFunctionState {
  @usableFromInline package final let label: FunctionLabel
  @usableFromInline package final let name: String
  /// The number of calls since the fake began or its calls were last reset.
  @usableFromInline package var callCount: Int { 0 }
  /// The line that forwards the calls, if the name is the method's own.
  final var forwardedFrom: SourceLine?
  /// The positions of the parameters of the latest call, if the function has a `String` ID.
  private final var parameterPositions: [ParameterPosition] = []

  @usableFromInline
  init(label: FunctionLabel) {
    self.label = label
    name = label.name
  }

  /// Returns the positions of the parameters of a call, which most calls share with the call before.
  final func parameterPositions(_ count: Int) -> [ParameterPosition] {
    if parameterPositions.count != count {
      parameterPositions = (0..<count).map {
        ParameterPosition(index: $0, count: count, function: label)
      }
    }
    return parameterPositions
  }

  // Stubs.

  /// A Boolean value that indicates whether the function has a stub or an unfinished chain.
  var isStubbed: Bool { false }
  /// Returns the stubs, newest first, for messages.
  func stubs(onlyUnused: Bool) -> [() -> StubSummary] { [] }
  func removeStubs() -> Removed { Removed() }

  // Unstubbed calls.

  /// A Boolean value that indicates whether the function can throw a `FakedError`.
  var canThrowFakedError: Bool { true }
  /// A Boolean value that indicates whether the result has a natural default.
  var hasDefaultResult: Bool { true }

  // Calls.

  /// The times of the calls that are kept, oldest first.
  package var spans: [CallSpan] { [] }
  /// Returns the indices of the calls that are kept, oldest first.
  package func indices(unverified: Bool = false) -> [UInt64] { [] }
  /// Returns how many of the kept calls have a lower index.
  func callCount(before index: UInt64) -> Int { 0 }
  /// Returns the call with that index, if it is kept.
  func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? { nil }
  /// Returns the newest calls, oldest first.
  package func anyRecords(last count: Int) -> () -> [CallRecord<[Any?], Any?>] { { [] } }
  /// Returns a Boolean value that indicates whether the newest calls are known to hold no object: their types and their
  /// errors can't.
  func holdsNoObjects(inLast count: Int) -> Bool { false }
  /// Marks the calls with these indices as verified, or all calls. The indices are in order.
  package func markVerified(_ indices: [UInt64]?) {}
  /// Limits the number of calls that are kept.
  func limitCalls(to limit: Int) -> Removed { Removed() }
  func removeCalls() -> Removed { Removed() }
}

/// The time of a call.
package struct CallSpan {
  /// The index of the call, which orders it among all calls.
  package let index: UInt64
  /// The duration in nanoseconds, or `nil` for a call that has not ended.
  package let duration: UInt64?

  package init(index: UInt64, duration: UInt64?) {
    self.index = index
    self.duration = duration
  }
}

/// The unstubbed calls of a function that the test expects.
struct UnstubbedExpectation {
  let function: FunctionLabel
  /// The line of the expectation.
  let site: SourceLine
  /// A Boolean value that indicates whether there was such a call.
  var isMet = false
}

/// A stub, for messages that list what is stubbed.
package struct StubSummary {
  let function: String
  /// The fake, as in `cache: FakeStore`.
  let owner: String
  /// The calls that the stub responds to, as in `("abc", any)`, or `nil` for every call.
  let condition: String?
  package let site: SourceLine
  /// A Boolean value that indicates whether the stub has responses. An unfinished chain has none.
  let hasResponses: Bool
  let isUsed: Bool
  /// A fault or a delay that no call got, as in `the fault for the first 2 calls`.
  let unusedRule: String?
  /// The unconditional stub that replaced this one, if any.
  let replacement: Replacement?

  struct Replacement {
    let site: SourceLine
    /// A Boolean value that indicates whether it is a hold.
    let isHold: Bool
  }
}
