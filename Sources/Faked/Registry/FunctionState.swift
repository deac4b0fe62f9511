/// One function of one instance: its stubs and the calls it has had. Guarded by the instance's lock.
@usableFromInline
package final class FunctionState<Arguments, Output, Failure: Error>: AnyFunctionState {
  @usableFromInline typealias Entry = StubEntry<Arguments, Output, Failure>

  @exclusivity(unchecked) @usableFromInline package var log: CallLog<Arguments, Output>
  /// The number of calls when it was last stubbed unconditionally.
  @exclusivity(unchecked) @usableFromInline var callsBeforeStub = 0
  /// The stubs, newest last; one that answers every call has replaced those before it. A call asks them
  /// without the lock, the newest first.
  @exclusivity(unchecked) @usableFromInline private(set) var entries: [AnyStubEntry] = []
  /// The response of every call, where the newest stub has one for all.
  @exclusivity(unchecked) @usableFromInline
  private(set) var onlyResponse: Response<Arguments, Output, Failure>?
  /// The stub it is of; negative for none.
  @exclusivity(unchecked) @usableFromInline private(set) var onlyStub: Int32 = -1
  /// Whether it has answered a call.
  @exclusivity(unchecked) @usableFromInline var isOnlyStubUsed = false
  /// The `when` lines of all stubs it ever had; a call keeps the position of its own.
  private var sites: [CallSite] = []

  @usableFromInline
  init(label: FunctionLabel, history limit: Int) {
    log = CallLog(limit: limit)
    super.init(label: label)
  }

  override func stubs(onlyUnused: Bool) -> [() -> StubSummary] {
    entries.reversed().compactMap { [label, onlyStub, isOnlyStubUsed] stub in
      guard let entry = stub as? Entry else { return nil }
      let isUsed = entry.isUsed || isOnlyStubUsed && entry.id == onlyStub
      let unusedOverlay = entry.unusedOverlay
      if onlyUnused, entry.isLenient || isUsed && unusedOverlay == nil { return nil }
      return {
        StubSummary(
          function: label.name, owner: label.owner, condition: entry.condition?.description(label),
          site: entry.site, hasResponses: entry.hasResponses, isUsed: isUsed,
          unusedOverlay: unusedOverlay)
      }
    }
  }

  override var isStubbed: Bool { !entries.isEmpty }

  override var canThrowFakedError: Bool {
    FakedError.self is Failure.Type || (any Error).self == Failure.self
  }

  override var hasDefaultResult: Bool { hasNaturalDefault(Output.self) }

  override package var spans: [CallSpan] {
    log.oldestFirst.map { CallSpan(index: $0.index, duration: $0.duration) }
  }

  /// A copy of the calls that shares its storage; the records are made from it when the lock is free.
  @usableFromInline
  package func records(last count: Int = .max) -> () -> [CallRecord<Arguments, Output>] {
    let (calls, sites) = (log.oldestFirst, sites)
    return { [name] in
      // Read in place: a call is copied field by field into its record, and not before as a whole.
      calls.withUnsafeBufferPointer { calls in
        calls.indices.suffix(count).map { place in
          let stub = calls[place].stub
          return CallRecord(
            calls[place], of: name, answeredBy: stub < 0 ? nil : sites[Int(stub)])
        }
      }
    }
  }

  override package func anyRecords(last count: Int) -> () -> [CallRecord<[Any?], Any?>] {
    let records = records(last: count)
    return { records().map(\.typeErased) }
  }

  override package func indices(unverified: Bool) -> [UInt64] {
    log.indices(unverified: unverified)
  }

  override func callCount(before index: UInt64) -> Int { log.count(before: index) }

  override func anyRecord(at index: UInt64) -> (() -> CallRecord<[Any?], Any?>)? {
    log.call(at: index).map { [name, sites] call in
      {
        let site = call.stub < 0 ? nil : sites[Int(call.stub)]
        return CallRecord(call, of: name, answeredBy: site).typeErased
      }
    }
  }

  override package func markVerified(_ indices: [UInt64]?) { log.markVerified(indices) }

  override func limitCalls(to limit: Int) -> Any? { log.limit(to: limit) }

  override func removeCalls() -> Any? {
    callCount = 0
    return log.removeAll()
  }

  override func removeStubs() -> Any? { replaceAll(by: [], newest: nil) }
}

// The stubs. What a change replaces is handed over, to end when the lock is free. A change of the newest
// stub costs the same however many there are.
extension FunctionState {
  /// Adds a stub that answers every call with one response.
  func add(_ response: Response<Arguments, Output, Failure>, at site: CallSite) -> Any? {
    put(Entry(nextID(at: site), at: site, turns: [Turn(response: response)]))
  }

  /// Adds a stub that has no response yet; until it has, calls go to the others.
  func addChain(at site: CallSite, condition: Condition<Arguments>?) -> Int32 {
    let id = nextID(at: site)
    entries.append(Entry(id, at: site, condition: condition))
    return id
  }

  private func nextID(at site: CallSite) -> Int32 {
    sites.append(site)
    return Int32(sites.count - 1)
  }

  /// Changes a stub. Its first response, or a fault before that, puts it above all others; one that then
  /// answers every call replaces them.
  func change(_ id: Int32, _ change: (Entry) -> Entry) -> Any? {
    guard let position = entries.lastIndex(where: { $0.id == id }),
      let known = entries[position] as? Entry
    else { return nil }
    let entry = change(known)
    if !entry.hasResponses || known.hasResponses, !known.isEmpty {
      noteUsesOfOnlyStub()
      // It keeps all that the one before kept.
      entries[position] = entry
      findOnlyResponse()
      return nil
    }
    entries.remove(at: position)
    return (known, put(entry))
  }

  /// Puts a stub above the others; one that answers every call replaces them, but for chains that have
  /// no response yet.
  private func put(_ entry: Entry) -> Any? {
    guard entry.answersEveryCall else {
      noteUsesOfOnlyStub()
      entries.append(entry)
      findOnlyResponse()
      return nil
    }
    let replaced = replaceAll(by: entries.filter(\.isEmpty) + [entry], newest: entry)
    callsBeforeStub = log.nextNumber
    isOnlyStubUsed = false
    return replaced
  }

  private func replaceAll(by new: [AnyStubEntry], newest: Entry?) -> Any? {
    let replaced = entries
    entries = new
    noteOnlyResponse(of: newest)
    return replaced
  }

  /// What answers all calls in one way does not count them; now there may be another.
  private func noteUsesOfOnlyStub() {
    guard onlyStub >= 0, isOnlyStubUsed else { return }
    let entry = entries.last { $0.id == onlyStub } as? Entry
    entry?.noteUses(log.nextNumber - callsBeforeStub)
  }

  private func findOnlyResponse() {
    noteOnlyResponse(of: entries.last { !$0.isEmpty } as? Entry)
  }

  private func noteOnlyResponse(of newest: Entry?) {
    onlyResponse = newest?.onlyResponse
    onlyStub = onlyResponse == nil ? -1 : newest?.id ?? -1
  }

  /// The next response of a stub that a call has found without the lock.
  @usableFromInline
  func next(of stub: Entry, forCall number: Int) -> Response<Arguments, Output, Failure>? {
    let response = stub.next()
    if response != nil { log.note(stub.id, for: number) }
    return response
  }

  /// The `when` line of a chain that has no response yet.
  var emptyChain: CallSite? { entries.last(where: \.isEmpty)?.site }

  /// The `when` line that answers a call, if the call is kept.
  func site(ofCall number: Int) -> CallSite? {
    log.stub(of: number).map { sites[Int($0)] }
  }
}
