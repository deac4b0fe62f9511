/// The requests of an archive, and the numbers of equal requests so far.
struct RecordedRequests: Sendable {
  private let parts: [RequestPart]
  /// The indices of equal requests, in order.
  private var indices: [[String]: [Int]] = [:]
  private var counts: [[String]: Int] = [:]

  init(matching parts: Set<RequestPart>) { self.parts = Array(parts) }

  mutating func add(_ request: FakeRequest, at index: Int) {
    indices[parts.key(of: request), default: []].append(index)
  }

  /// Returns the index of the next equal request, the number of equal requests in the archive, and the number of
  /// this request among equal ones.
  ///
  /// - Parameters:
  ///   - request: The request without its secrets.
  ///   - alternative: The form of the request to look up if the archive doesn't have the first one.
  mutating func next(
    for request: FakeRequest, or alternative: FakeRequest
  ) -> (index: Int?, recorded: Int, number: Int) {
    var key = recordedKey(of: parts.key(of: request))
    if indices[key] == nil { key = recordedKey(of: parts.key(of: alternative)) }
    let count = counts[key] ?? 0
    counts[key] = count + 1
    let indices = indices[key] ?? []
    return (count < indices.count ? indices[count] : nil, indices.count, count + 1)
  }

  /// Returns the key itself, or the longest recorded key in which the mark can replace a value of this key.
  private func recordedKey(of key: [String]) -> [String] {
    if indices[key] != nil { return key }
    let keys = indices.keys.filter { recorded in
      parts.indices.allSatisfy { parts[$0].isRecorded(recorded[$0], of: key[$0]) }
    }.map { (text: $0.joined(), key: $0) }
    return keys.max { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }?.key ?? key
  }
}
