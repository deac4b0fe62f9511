/// The stubs and the calls of one function of one fake. Guarded by the lock of the fake.
@usableFromInline
package final class FunctionState<Arguments, Output, Failure: Error>: AnyFunctionState {
  @usableFromInline typealias Stub = StoredStub<Arguments, Output, Failure>

  // The lock already excludes conflicting accesses; checking them again costs 30 ns a call.
  @exclusivity(unchecked) @usableFromInline package var log: CallLog<Arguments, Output>
  /// The stubs, newest last. A stub that responds to every call has replaced the stubs before it.
  @exclusivity(unchecked) @usableFromInline private(set) var stubs: [Stub] = []
  /// The `when` lines of stubs with a condition that were replaced before a call used them.
  private var replacedStubs: [(site: SourceLine, by: StubSummary.Replacement)] = []
  /// The `when` lines of all stubs that the function ever had. A call stores the position of the line in this array.
  private var sites: [SourceLine] = []
  /// The call sites of the scope, once one was captured.
  private var callSites: CallSiteTable?

  @usableFromInline
  init(label: FunctionLabel, history limit: Int) {
    log = CallLog(limit: limit)
    super.init(label: label)
  }

  override func stubs(onlyUnused: Bool) -> [() -> StubSummary] {
    let current = stubs.reversed().filter { !onlyUnused || $0.isUnused }.map { summary(of: $0) }
    guard onlyUnused else { return current }
    // Skip a line that a current stub has: that stub is reported instead.
    let replaced = replacedStubs.filter { line in !stubs.contains { $0.site == line.site } }
    return current
      + replaced.map { [label] line in
        {
          StubSummary(
            function: label.name, owner: label.owner, condition: nil, site: line.site,
            hasResponses: true, isUsed: false, unusedRule: nil, replacement: line.by)
        }
      }
  }

  private func summary(of stub: Stub) -> () -> StubSummary {
    let (isUsed, unusedRule) = (stub.isUsed, stub.unusedRule)
    let (condition, hasResponses) = (stub.condition, stub.hasResponses)
    return { [label] in
      StubSummary(
        function: label.name, owner: label.owner, condition: condition?.description(label),
        site: stub.site, hasResponses: hasResponses, isUsed: isUsed, unusedRule: unusedRule,
        replacement: nil)
    }
  }

  override var isStubbed: Bool { !stubs.isEmpty }

  override var canThrowFakedError: Bool {
    FakedError.self is Failure.Type || (any Error).self == Failure.self
  }

  override var hasDefaultResult: Bool { hasNaturalDefault(Output.self) }

  override package var spans: [CallSpan] {
    log.oldestFirst.map { CallSpan(index: $0.facts.index, duration: $0.facts.duration) }
  }

  /// Returns a function that makes the records of the newest calls. It keeps a copy of the calls.
  @usableFromInline
  package func records(last count: Int = .max) -> () -> [CallRecord<Arguments, Output>] {
    let calls = log.latest(count)
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

  override func holdsNoObjects(inLast count: Int) -> Bool {
    holdsNoObject(Arguments.self) && holdsNoObject(Output.self)
      && !log.hasForeignError(inLast: count)
  }

  override package func indices(unverified: Bool) -> [UInt64] {
    log.indices(unverified: unverified)
  }

  @usableFromInline override package var callCount: Int { log.numbering.count }

  override func callCount(before index: UInt64) -> Int { log.count(before: index) }

  override func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? {
    log.call(at: index).map { [label, sites, callSites] call in
      {
        CallRecord(
          call, of: label, stubbedAt: call.facts.stub.map { sites[Int($0)] }, callSites
        ).typeErased
      }
    }
  }

  override package func markVerified(_ indices: [UInt64]?) { log.markVerified(indices) }

  override func limitCalls(to limit: Int) -> Removed { Removed([log.limit(to: limit)]) }

  override func removeCalls() -> Removed { Removed([log.removeAll()]) }

  override func removeStubs() -> Removed {
    defer { (stubs, replacedStubs) = ([], []) }
    return Removed(stubs)
  }
}

// Changing stubs. The cost of a change doesn't depend on the number of stubs or responses.
extension FunctionState {
  /// Adds a stub without a response. Until it has one, calls go to the other stubs.
  func addStub(at site: SourceLine, condition: Condition<Arguments>? = nil) -> Stub {
    sites.append(site)
    let stub = Stub(id: Int32(sites.count - 1), at: site, condition: condition)
    stubs.append(stub)
    return stub
  }

  /// Changes a stub, unless it was replaced or removed.
  ///
  /// The first response, or a fault before it, puts the stub above all others. A stub that then responds to
  /// every call replaces the others.
  func change(_ stub: Stub, _ change: (Stub) -> Void) -> Removed {
    guard let position = stubs.lastIndex(where: { $0 === stub }) else { return Removed() }
    let (wasUnfinished, hadResponses) = (stub.isUnfinished, stub.hasResponses)
    change(stub)
    let isFirstResponse = stub.hasResponses && !hadResponses
    guard wasUnfinished || isFirstResponse else { return Removed() }
    let respondsToEveryCall = stub.respondsToEveryCall
    if respondsToEveryCall { log.numbering.restartCount() }
    // Most functions have one stub, and generic code is slow.
    guard stubs.count > 1 else { return Removed() }
    stubs.remove(at: position)
    guard respondsToEveryCall else {
      stubs.append(stub)
      return Removed()
    }
    // Not a key path: in generic code, each use of its literal creates it at run time, which takes microseconds.
    let replaced = stubs.filter { !$0.isUnfinished }
    stubs = stubs.filter { $0.isUnfinished } + [stub]
    for old in replaced where old.condition != nil {
      replacedStubs.removeAll { $0.site == old.site }
      if old.isUnused {
        replacedStubs.append((old.site, .init(site: stub.site, isHold: stub.isHold)))
      }
    }
    return Removed(replaced)
  }
}

// Choosing a response.
extension FunctionState {
  /// Takes the next response of a stub whose condition holds, and records that the stub responds.
  @usableFromInline
  func takeResponse(
    of stub: Stub, forCall number: Int
  ) -> Response<Arguments, Output, Failure>? {
    let response = stub.next()
    switch response {
    // Another stub responds, or none.
    case nil, .delayed(_, then: nil): break
    default: log.change(number) { $0.stub = stub.id }
    }
    return response
  }

  /// The kind of the response that the next call gets.
  var responseKind: ResponseKind {
    guard let newest = stubs.last, let oldest = stubs.first else { return .varies }
    if newest.condition == nil, newest.isHold { return .held }
    return oldest.condition == nil && stubs.allSatisfy { $0.isConstant } ? .constant : .varies
  }

  /// The `when` line of a chain without a response.
  var unfinishedStub: SourceLine? { stubs.last { $0.isUnfinished }?.site }

  /// Records the site of a call.
  func setSite(_ site: Int32, in table: CallSiteTable, ofCall number: Int) {
    callSites = table
    log.change(number) { $0.site = site }
  }

  /// Returns the site of a call, if it was captured and the call is kept.
  func callSite(ofCall number: Int) -> CapturedSite? {
    CapturedSite(callSites, log.facts(ofCall: number)?.site, calling: label.fake)
  }

  /// Returns the error that a call threw. `nil` if it has not thrown one, or is not kept.
  func error(ofCall number: Int) -> (any Error)? {
    guard let position = log.numbering.position(of: number, kept: log.kept.count),
      case .threw(let error) = log.kept[position].outcome
    else { return nil }
    return error
  }

  /// Returns the `when` line of a stub that the function has or had.
  func site(ofStub id: Int32) -> SourceLine { sites[Int(id)] }

  /// Returns the `when` line that responds to a call, if the call is kept.
  func site(ofCall number: Int) -> SourceLine? {
    log.facts(ofCall: number)?.stub.map { sites[Int($0)] }
  }
}
