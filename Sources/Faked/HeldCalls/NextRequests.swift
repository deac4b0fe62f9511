/// The requests of tests that wait in `next()`, in order.
struct NextRequests {
  /// The result of a request.
  enum Arrival: Sendable {
    /// The ID of a call that waits.
    case call(Int)
    case expired
    case cancelled
    case released(HeldCallsRelease)
  }

  struct Request {
    let id: Int
    let limit: Duration
    var deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Arrival, Never>
  }

  private var requests: [Request] = []
  private var lastID = 0

  var earliestDeadline: ContinuousClock.Instant? { requests.map(\.deadline).min() }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a request. A request that is added again with the same ID keeps its position.
  mutating func add(_ request: Request) {
    let position = requests.firstIndex { $0.id > request.id } ?? requests.endIndex
    requests.insert(request, at: position)
  }

  mutating func removeFirst() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }

  mutating func remove(_ id: Int) -> Request? {
    requests.firstIndex { $0.id == id }.map { requests.remove(at: $0) }
  }

  mutating func removeAll() -> [Request] {
    defer { requests = [] }
    return requests
  }

  mutating func removeDue(at now: ContinuousClock.Instant) -> [Request] {
    defer { requests.removeAll { $0.deadline <= now } }
    return requests.filter { $0.deadline <= now }
  }

  /// Extends the deadline of the requests whose deadline has passed.
  mutating func extendDue(at now: ContinuousClock.Instant) {
    for position in requests.indices where requests[position].deadline <= now {
      requests[position].deadline = now.advanced(by: requests[position].limit)
    }
  }
}
