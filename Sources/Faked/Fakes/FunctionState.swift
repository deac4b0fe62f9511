/// One function of one fake, without its types.
///
/// Everything here is guarded by the lock of the fake.
@usableFromInline
package class AnyFunctionState {
  @usableFromInline package final let label: FunctionLabel
  @usableFromInline package final let name: String
  /// The type of the errors that the function throws.
  package final let failure: any Error.Type
  /// Returns a Boolean value that indicates whether the function can throw an error.
  package final let canThrow: @Sendable (any Error) -> Bool
  /// The numbers of the calls.
  // The lock already excludes conflicting accesses; checking them again costs 30 ns a call.
  @exclusivity(unchecked) @usableFromInline final var numbering: CallNumbering
  /// The line that forwards the calls, if the name is the method's own.
  final var forwardedFrom: SourceLine?

  @usableFromInline
  init<Failure: Error>(label: FunctionLabel, throwing failure: Failure.Type, history limit: Int) {
    self.label = label
    self.failure = failure
    name = label.name
    numbering = CallNumbering(limit: limit)
    canThrow = { $0 is Failure }
  }

  /// A Boolean value that indicates whether the function can throw a `FakedError`.
  final var canThrowFakedError: Bool { canThrow(FakedError.missingFunction("")) }
  /// A Boolean value that indicates whether the result has a natural default.
  var hasDefaultResult: Bool { true }

  // Stubs.

  /// Returns the stubs and the unfinished chains, newest first.
  func stubs(onlyUnused: Bool) -> [StubSummary] { [] }
  /// Removes and returns the stubs, which are released after the lock.
  func removeStubs() -> Any { () }
  func removeReplacedStubs() -> [AnyObject] { [] }

  // Calls.

  /// The number of calls since the fake began or its calls were last reset.
  package final var callCount: Int { numbering.count }
  /// The facts about the calls that are kept, oldest first.
  package var facts: [CallFacts] { [] }
  /// Returns the call with that index, if it is kept.
  func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? { nil }
  /// Returns the newest calls, oldest first.
  package func anyRecords(last count: Int) -> () -> [CallRecord<[Any?], Any?>] { { [] } }
  /// Marks the calls with these indices as verified, or all calls. The indices are in order.
  package func markVerified(_ indices: [UInt64]?) {}
  /// Limits the number of calls that are kept.
  func limitCalls(to limit: Int) -> Any { () }
  /// Removes and returns the calls, which are released after the lock.
  func removeCalls() -> Any { () }
}

/// The stubs and the calls of one function of one fake. Guarded by the lock of the fake.
@usableFromInline
package final class FunctionState<Arguments, Output>: AnyFunctionState {
  @usableFromInline typealias Stub = StoredStub<Arguments, Output>

  /// The latest calls, oldest first. It has more room than the limit, so that older calls are removed several at a time.
  // The lock already excludes conflicting accesses; checking them again costs 30 ns a call.
  @exclusivity(unchecked) @usableFromInline
  var calls: ContiguousArray<StoredCall<Arguments, Output>> = []
  /// The stubs, newest last.
  @exclusivity(unchecked) @usableFromInline private(set) var stubs: [Stub] = []
  /// The `when` lines of all stubs that the function ever had. A call stores the position of the line in this array.
  private var sites: [SourceLine] = []
  /// The call sites of the scope, once one was captured.
  private var callSites: CallSiteTable?

  override var hasDefaultResult: Bool { hasNaturalDefault(Output.self) }

  // Calls.

  /// Returns the newest calls, oldest first.
  package func latestCalls(_ count: Int = .max) -> ContiguousArray<StoredCall<Arguments, Output>> {
    let count = min(count, numbering.limit)
    return calls.count <= count ? calls : ContiguousArray(calls.suffix(count))
  }

  override package var facts: [CallFacts] {
    let calls = latestCalls()
    return calls.withUnsafeBufferPointer { calls in calls.indices.map { calls[$0].facts } }
  }

  /// Returns a function that makes the records of the newest calls. It keeps a copy of the calls.
  package func records(last count: Int = .max) -> () -> [CallRecord<Arguments, Output>] {
    records(of: latestCalls(count))
  }

  private func records(
    of calls: ContiguousArray<StoredCall<Arguments, Output>>
  ) -> () -> [CallRecord<Arguments, Output>] {
    return { [label, sites, callSites] in
      // Each call is copied field by field into its record, and not as a whole first.
      calls.withUnsafeBufferPointer { calls in
        calls.indices.map { position in
          CallRecord(
            calls[position], of: label,
            stubbedAt: calls[position].facts.stub.map { sites[Int($0)] }, callSites)
        }
      }
    }
  }

  override package func anyRecords(last count: Int) -> () -> [CallRecord<[Any?], Any?>] {
    let records = records(last: count)
    return { records().map(\.typeErased) }
  }

  // A binary search.
  override func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? {
    var (low, high) = (0, calls.count)
    while low < high {
      let middle = (low + high) / 2
      if calls[middle].facts.index < index { low = middle + 1 } else { high = middle }
    }
    guard low < calls.count, calls[low].facts.index == index else { return nil }
    let records = records(of: [calls[low]])
    return { records()[0].typeErased }
  }

  /// Returns the record of a call, if the call is kept.
  func record(ofCall number: Int) -> CallRecord<Arguments, Output>? {
    numbering.position(of: number, kept: calls.count).flatMap { records(of: [calls[$0]])().first }
  }

  /// Changes the facts about a call, if it is kept.
  func change(call number: Int, _ change: (inout CallFacts) -> Void) {
    if let position = numbering.position(of: number, kept: calls.count) {
      change(&calls[position].facts)
    }
  }

  /// Records the number of a call in its scope, and its site.
  func setNumber(_ number: Int32, _ site: Int32?, in table: CallSiteTable?, ofCall call: Int) {
    if site != nil { callSites = table }
    change(call: call) { facts in
      (facts.number, facts.sitePosition) = (number, site ?? CallFacts.unknown)
    }
  }

  override package func markVerified(_ indices: [UInt64]?) {
    var next = 0
    for position in calls.indices {
      if let indices {
        let index = calls[position].facts.index
        while next < indices.count, indices[next] < index { next += 1 }
        guard next < indices.count else { return }
        if indices[next] != index { continue }
      }
      calls[position].facts.isVerified = true
    }
  }

  /// Removes and returns the calls before the latest ones.
  @usableFromInline
  func removeOldCalls() -> AnyObject {
    let count = max(0, calls.count - numbering.limit)
    defer { calls.removeFirst(count) }
    return Box(ContiguousArray(calls.prefix(count)))
  }

  override func limitCalls(to limit: Int) -> Any {
    numbering.limit = limit
    return removeOldCalls()
  }

  override func removeCalls() -> Any {
    defer {
      calls = []
      numbering.reset()
    }
    return calls
  }

  // Stubs.

  override func stubs(onlyUnused: Bool) -> [StubSummary] {
    reachableStubs.reversed().filter { !onlyUnused || $0.isUnused }.map { [label] stub in
      let condition = stub.condition.map { condition in { condition.description(label) } }
      return StubSummary(
        function: label, condition: condition, site: stub.site, hasResponses: stub.hasResponses)
    }
  }

  override func removeStubs() -> Any {
    defer { stubs = [] }
    return stubs
  }

  /// Adds a stub without a response.
  func addStub(at site: SourceLine, condition: Condition<Arguments>? = nil) -> Stub {
    sites.append(site)
    let stub = Stub(id: Int32(sites.count - 1), at: site, condition: condition)
    stubs.append(stub)
    return stub
  }

  /// Changes a stub, unless it was replaced or removed. The first response puts it above all others.
  func change(_ stub: Stub, _ change: (Stub) -> Void) {
    guard let position = stubs.lastIndex(where: { $0 === stub }) else { return }
    let hadResponses = stub.hasResponses
    change(stub)
    guard stub.hasResponses, !hadResponses else { return }
    if stub.condition == nil { numbering.restartCount() }
    stubs.append(stubs.remove(at: position))
  }

  /// Removes the stubs that no call can reach, because a newer one responds to every call.
  ///
  /// A chain replaces older stubs only when a call is made or the next stub is added: its last response may get a
  /// number of calls.
  @usableFromInline
  override func removeReplacedStubs() -> [AnyObject] {
    guard stubs.count > 1, let last = stubs.lastIndex(where: { $0.cursor.respondsToEveryCall })
    else { return [] }
    // Not a key path: in generic code, each use of its literal creates it at run time, which takes microseconds.
    let replaced = stubs[..<last].filter { $0.hasResponses }
    stubs = stubs[..<last].filter { !$0.hasResponses } + stubs[last...]
    return replaced
  }

  /// The `when` line of a chain without a response.
  var unfinishedStub: SourceLine? { stubs.last { !$0.hasResponses }?.site }

  /// The stubs that can respond to a call, newest last.
  private var reachableStubs: ArraySlice<Stub> {
    stubs[(stubs.lastIndex { $0.cursor.respondsToEveryCall } ?? 0)...]
  }

  /// The kind of the response that the next call gets.
  var responseKind: ResponseKind {
    let stubs = reachableStubs
    guard let newest = stubs.last, let oldest = stubs.first else { return .varies }
    if newest.condition == nil, newest.hold != nil { return .held }
    return oldest.condition == nil && stubs.allSatisfy { $0.isConstant } ? .constant : .varies
  }
}

// Choosing a response.
extension FunctionState {
  /// Takes the next response of the only stub, if it responds to every call.
  @inlinable
  func takeOnlyResponse(forCall number: Int) -> Response<Arguments, Output>? {
    guard stubs.count == 1, stubs[0].cursor.isUnconditional else { return nil }
    return takeResponse(of: stubs[0], forCall: number)
  }

  /// Takes the next response of a stub, and records that the stub responds. `nil` if it has none left.
  @inlinable
  func takeResponse(of stub: Stub, forCall number: Int) -> Response<Arguments, Output>? {
    guard let position = stub.cursor.next() else { return nil }
    if let call = numbering.position(of: number, kept: calls.count) {
      calls[call].facts.stubPosition = stub.id
    }
    return stub.responses[position]
  }
}

/// A stub, for messages that list what is stubbed.
package struct StubSummary {
  let function: FunctionLabel
  /// Returns the calls that the stub responds to, as in `("abc", any)`. `nil` for every call. Runs user code.
  let condition: (() -> String)?
  package let site: SourceLine
  /// A Boolean value that indicates whether the stub has responses. An unfinished chain has none.
  let hasResponses: Bool
}
