/// One function of one instance, whatever its types: what the instance asks of all its functions.
///
/// Everything here is guarded by the lock of the instance. Whatever holds values of the user is
/// handed out of the lock, never released under it.
@usableFromInline
package class AnyFunctionState {
  @usableFromInline package let label: FunctionLabel
  @usableFromInline let name: String
  /// The calls since the instance began or its calls were last reset.
  @exclusivity(unchecked) @usableFromInline package final var callCount = 0
  /// The line that forwards its calls, where the name is the method's own.
  final var forwardedFrom: CallSite?

  @usableFromInline
  init(label: FunctionLabel) {
    self.label = label
    name = label.name
  }

  /// Its stubs, newest first, or those of them that a scope calls unused; for texts, which are made when
  /// the lock is free.
  func stubs(onlyUnused: Bool) -> [() -> StubSummary] { [] }
  /// The spans of the calls that are kept, oldest first.
  package var spans: [CallSpan] { [] }
  /// The indices of the calls that are kept, oldest first; of those alone that no check has counted.
  package func indices(unverified: Bool = false) -> [UInt64] { [] }
  /// How many of the kept calls have a lower index.
  func callCount(before index: UInt64) -> Int { 0 }
  /// The call of that index, if it is kept; the record is made when the lock is free.
  func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? { nil }
  /// Whether it has a stub, or a chain was begun.
  var isStubbed: Bool { false }
  /// Whether a call that no stub answers can throw that.
  var canThrowFakedError: Bool { true }
  /// Whether a call that no stub answers has a result all the same.
  var hasDefaultResult: Bool { true }
  /// The newest calls, oldest first; the records are made when the lock is free.
  package func anyRecords(last count: Int) -> () -> [CallRecord<[Any?], Any?>] { { [] } }
  /// Keeps no more than so many calls from now on, and hands over those it forgets.
  func limitCalls(to limit: Int) -> Any? { nil }
  /// Notes that a verification has counted the calls of these indices, which are in order;
  /// nil for all.
  package func markVerified(_ indices: [UInt64]?) {}
  /// Forgets the calls, and hands over what they held.
  func removeCalls() -> Any? { nil }
  /// Forgets the stubs, and hands them over.
  func removeStubs() -> Any? { nil }
}

/// When a call began and how long it took.
package struct CallSpan {
  /// The index of the call, which orders it among all calls.
  package let index: UInt64
  /// Nanoseconds; nil while the call is under way.
  package let duration: UInt64?

  package init(index: UInt64, duration: UInt64?) {
    self.index = index
    self.duration = duration
  }
}

/// A stub, for texts that list what is stubbed.
package struct StubSummary: CustomStringConvertible {
  let function: String
  /// The fake, as in `cache: FakeStore`.
  let owner: String
  /// The calls it answers, as in `("abc", any)`; nil for every call.
  let condition: String?
  package let site: CallSite
  /// Whether it has responses; a chain that was only begun has none.
  let hasResponses: Bool
  let isUsed: Bool
  /// The calls of a fault or a delay that no call got.
  let unusedOverlay: String?

  /// What a scope says of a stub that answered no call.
  package var unusedText: String {
    let condition = condition.map { " for " + $0 } ?? ""
    if isUsed || !hasResponses, let unusedOverlay {
      return "\(owner).\(function)\(condition): no call was among these: \(unusedOverlay)."
    }
    guard hasResponses else {
      return
        "\(owner).\(function): this chain has no response. Write `.thenReturn(…)` or another one."
    }
    return "\(owner).\(function): no call used this stub\(condition)."
  }

  package var description: String { "\(function)\(condition.map { " " + $0 } ?? "") (\(site))" }
}
