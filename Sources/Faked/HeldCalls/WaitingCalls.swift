/// The calls of one hold: the waiting calls, and the ends of the other calls.
struct WaitingCalls<Arguments, Output, Failure: Error> {
  typealias Call = HeldCall<Arguments, Output, Failure>
  typealias Continuation = CheckedContinuation<Call.Result, Never>

  private struct Entry {
    let arguments: UncheckedSendable<Arguments>
    let continuation: Continuation
    let position: Int
    var deadline: ContinuousClock.Instant
    var wasReturned = false
  }

  /// The calls that wait for the test, by ID.
  private var entries: [Int: Entry] = [:]
  /// The IDs of the calls, in the order in which they began to wait.
  private var arrivals: [Int] = []
  /// The position of the oldest call that `next()` may return.
  private var nextPosition = 0
  /// The calls that were released but keep waiting, because they can't end.
  private var abandoned: [Int: Continuation] = [:]
  private var ends: [Int: HeldCallEnd] = [:]
  /// The captured lines that made the calls, by ID.
  private(set) var sites: [Int: CapturedSite] = [:]
  private var lastID = 0
  private(set) var cancelled: [(id: Int, arguments: UncheckedSendable<Arguments>)] = []
  /// The number of calls that `next()` has returned.
  private(set) var returnedCount = 0

  /// The number of calls that began to wait.
  var count: Int { arrivals.count }
  var isEmpty: Bool { entries.isEmpty }

  /// The calls that wait, oldest first.
  var pending: [(id: Int, arguments: UncheckedSendable<Arguments>)] {
    entries.sorted { $0.value.position < $1.value.position }.map { ($0.key, $0.value.arguments) }
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func setSite(_ site: CapturedSite?, of id: Int) { sites[id] = site }

  func hasEnded(_ id: Int) -> Bool { ends[id] != nil }

  func wasReturned(_ id: Int) -> Bool { entries[id]?.wasReturned == true }

  mutating func add(
    _ call: Call, _ continuation: Continuation, until deadline: ContinuousClock.Instant
  ) {
    entries[call.id] = Entry(
      arguments: UncheckedSendable(call.arguments), continuation: continuation,
      position: arrivals.count, deadline: deadline)
    arrivals.append(call.id)
  }

  /// Lets a call that was made too late to be held, or that can't end, keep waiting.
  mutating func abandon(_ id: Int, _ continuation: Continuation) {
    entries[id] = nil
    abandoned[id] = continuation
  }

  /// Takes the oldest waiting call that `next()` has not returned yet.
  mutating func takeNext() -> (id: Int, arguments: UncheckedSendable<Arguments>)? {
    while nextPosition < arrivals.count {
      let id = arrivals[nextPosition]
      nextPosition += 1
      guard let arguments = entries[id]?.arguments else { continue }
      entries[id]?.wasReturned = true
      returnedCount += 1
      return (id, arguments)
    }
    return nil
  }

  /// Records the end of a call. Returns its earlier end, or otherwise the continuation to resume.
  mutating func end(
    _ call: Call, _ end: HeldCallEnd
  ) -> (earlier: HeldCallEnd?, continuation: Continuation?) {
    if let earlier = ends[call.id] { return (earlier, nil) }
    ends[call.id] = end
    if case .cancelled = end { cancelled.append((call.id, UncheckedSendable(call.arguments))) }
    return (nil, removeContinuation(call.id))
  }

  /// Releases a call that waits for the test. Returns the continuation to resume, or `nil` if the call has ended.
  ///
  /// - Parameter keepsWaiting: A Boolean value that indicates whether the test may still resume the call.
  mutating func release(
    _ id: Int, because reason: ReleaseReason, keepsWaiting: Bool
  ) -> Continuation? {
    guard let continuation = entries[id]?.continuation else { return nil }
    if keepsWaiting {
      abandon(id, continuation)
    } else {
      entries[id] = nil
      ends[id] = .released(reason)
    }
    return continuation
  }

  /// Returns the calls whose deadline has passed, oldest first.
  func due(at now: ContinuousClock.Instant) -> [(id: Int, arguments: UncheckedSendable<Arguments>)]
  {
    pending.filter { call in entries[call.id].map { $0.deadline <= now } ?? false }
  }

  /// Returns the earliest deadline of all calls except those with some IDs.
  func earliestDeadline(except ids: [Int]) -> ContinuousClock.Instant? {
    let ids = Set(ids)
    return entries.filter { !ids.contains($0.key) }.map(\.value.deadline).min()
  }

  /// Extends the deadline of the calls whose deadline has passed.
  mutating func extendDue(at now: ContinuousClock.Instant, by limit: Duration) {
    for (id, entry) in entries where entry.deadline <= now {
      entries[id]?.deadline = now.advanced(by: limit)
    }
  }

  private mutating func removeContinuation(_ id: Int) -> Continuation? {
    entries.removeValue(forKey: id)?.continuation ?? abandoned.removeValue(forKey: id)
  }
}
