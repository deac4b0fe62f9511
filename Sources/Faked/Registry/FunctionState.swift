/// One function of one instance: its stubs and the calls it has had. Guarded by the instance's lock.
@usableFromInline
package final class FunctionState<Arguments, Output, Failure: Error>: AnyFunctionState {
  @usableFromInline typealias Entry = StubEntry<Arguments, Output, Failure>

  @exclusivity(unchecked) @usableFromInline package var log: CallLog<Arguments, Output>
  /// The number of calls when it was last stubbed unconditionally.
  @exclusivity(unchecked) @usableFromInline var callsBeforeStub = 0
  /// The stubs, newest last; one that answers every call has replaced those before it.
  private var entries: [AnyStubEntry] = [] {
    willSet { noteUsesOfOnlyStub() }
    didSet { arrange() }
  }
  /// The stubs that have something to say, in the order in which a call asks them; it does so without
  /// the lock.
  @exclusivity(unchecked) @usableFromInline private(set) var candidates: [AnyStubEntry] = []
  /// The response of every call, where there is only one stub with one response.
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

  override var stubs: [StubSummary] {
    entries.reversed().compactMap { $0 as? Entry }.map { [label, onlyStub, isOnlyStubUsed] in
      StubSummary(
        function: label.name, owner: label.owner, condition: $0.condition?.description(label),
        site: $0.site, hasResponses: $0.hasResponses,
        isUsed: $0.isUsed || isOnlyStubUsed && $0.id == onlyStub, isLenient: $0.isLenient,
        unusedOverlay: $0.unusedOverlay)
    }
  }

  override var isStubbed: Bool { !entries.isEmpty }

  override var canDoWithoutStubs: Bool {
    FakedError.self is Failure.Type || (any Error).self == Failure.self
      || hasNaturalDefault(Output.self)
  }

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

  override package func markVerified(_ indices: Set<UInt64>) { log.markVerified(indices) }

  override func limitCalls(to limit: Int) -> Any? { log.limit(to: limit) }

  override func removeCalls() -> Any? {
    callCount = 0
    return log.removeAll()
  }

  override func removeStubs() -> Any? {
    let removed = entries
    entries = []
    return removed
  }
}

// The stubs. What a change replaces is handed over, to end when the lock is free.
extension FunctionState {
  /// Adds a stub that answers every call with one response.
  func add(_ response: Response<Arguments, Output, Failure>, at site: CallSite) -> Any? {
    let old = entries
    put(Entry(nextID(at: site), at: site, turns: [Turn(response: response)]), above: old)
    return old
  }

  /// Adds a stub that has no response yet; until it has, calls go to the others.
  func begin(at site: CallSite, condition: Condition<Arguments>?) -> Int32 {
    let id = nextID(at: site)
    entries.append(Entry(id, at: site, condition: condition))
    return id
  }

  /// What answers all calls in one way does not count them; now there may be another.
  private func noteUsesOfOnlyStub() {
    guard onlyStub >= 0, isOnlyStubUsed else { return }
    let entry = entries.first { $0.id == onlyStub } as? Entry
    entry?.noteUses(log.nextNumber - callsBeforeStub)
  }

  private func nextID(at site: CallSite) -> Int32 {
    sites.append(site)
    return Int32(sites.count - 1)
  }

  /// Puts a stub above others; one that answers every call replaces them, but for chains that have no
  /// response yet.
  private func put(_ entry: Entry, above others: [AnyStubEntry]) {
    guard entry.answersEveryCall else {
      entries = others + [entry]
      return
    }
    entries = others.filter(\.isEmpty) + [entry]
    callsBeforeStub = log.nextNumber
    isOnlyStubUsed = false
  }

  /// Changes a stub. Its first response, or a fault before that, puts it above all others; one that then
  /// answers every call replaces them.
  func change(_ id: Int32, _ change: (Entry) -> Entry) -> Any? {
    let old = entries
    guard let position = old.firstIndex(where: { $0.id == id }), let known = old[position] as? Entry
    else { return nil }
    let entry = change(known)
    if !entry.hasResponses || known.hasResponses, !known.isEmpty {
      entries[position] = entry
    } else {
      put(entry, above: old.filter { $0.id != id })
    }
    return old
  }

  private func arrange() {
    let filled = entries.filter { !$0.isEmpty }
    candidates = filled.reversed()
    onlyResponse = filled.count == 1 ? (filled[0] as? Entry)?.onlyResponse : nil
    onlyStub = onlyResponse == nil ? -1 : filled[0].id
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
