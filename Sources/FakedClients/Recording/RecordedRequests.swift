/// The requests of an archive by the parts in which equal ones agree, and how many of each came.
struct RecordedRequests: Sendable {
  private let parts: [RequestPart]
  /// Where the equal requests are, in order.
  private var places: [[String]: [Int]] = [:]
  private var counts: [[String]: Int] = [:]

  init(matching parts: Set<RequestPart>) { self.parts = Array(parts) }

  mutating func add(_ request: FakeRequest, at place: Int) {
    places[key(request), default: []].append(place)
  }

  /// The place of what answers this request, the next of equal ones, and how many of them there are.
  mutating func next(for request: FakeRequest) -> (place: Int?, recorded: Int) {
    let key = recordedKey(of: key(request))
    let count = counts[key] ?? 0
    counts[key] = count + 1
    let places = places[key] ?? []
    return (count < places.count ? places[count] : nil, places.count)
  }

  private func key(_ request: FakeRequest) -> [String] { parts.map { $0.text(of: request) } }

  /// The same key, or one in which the mark stands for what is no secret yet; of several the longest.
  private func recordedKey(of key: [String]) -> [String] {
    if places[key] != nil { return key }
    let keys = places.keys.filter { recorded in
      parts.indices.allSatisfy { parts[$0].isRecorded(recorded[$0], of: key[$0]) }
    }.map { (text: $0.joined(), key: $0) }
    return keys.max { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }?.key ?? key
  }
}
