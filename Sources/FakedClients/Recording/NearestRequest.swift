/// The recorded request that is nearest to a request that is not recorded.
struct NearestRequest: CustomStringConvertible {
  struct Candidate {
    /// The index of the request among the entries of the archive.
    let index: Int
    let request: FakeRequest
  }

  private let candidate: Candidate
  /// The names of the parts that differ, sorted.
  private let differences: [String]

  /// Finds the request with the most equal parts. Among several, finds the one whose URL has the longest common prefix.
  /// `nil` if there are no candidates.
  init?(to request: FakeRequest, among candidates: [Candidate], matching: Set<RequestPart>) {
    func nearness(_ other: FakeRequest) -> (Int, Int) {
      let equal = matching.filter { $0.text(of: other) == $0.text(of: request) }.count
      let start = zip(other.url.absoluteString.utf8, request.url.absoluteString.utf8).prefix {
        $0 == $1
      }
      return (equal, start.count)
    }
    guard let nearest = candidates.max(by: { nearness($0.request) < nearness($1.request) }) else {
      return nil
    }
    candidate = nearest
    differences = matching.filter { $0.text(of: request) != $0.text(of: nearest.request) }
      .map(\.name).sorted()
  }

  var description: String {
    let parts =
      differences.isEmpty ? "only in a secret" : "in \(differences.joined(separator: " and "))"
    return "Nearest: log.entries[\(candidate.index)], \(candidate.request), "
      + "which differs \(parts)."
  }
}
