import FakedReplay

/// A replay of the requests that a test has just recorded.
///
/// A secret of a later request may be a word of an earlier one, such as a password in a path. The file doesn't have the
/// word, and a replay doesn't know yet that it is a secret.
struct ReplayRehearsal {
  let names: SecretNames
  let matching: Set<RequestPart>

  /// Returns the first request that a replay would not find.
  ///
  /// - Parameters:
  ///   - sent: The exchanges in the order of their requests, with their secrets.
  ///   - recorded: The same requests as the file has them.
  func firstRequestNotFound(sent: [RecordedExchange], recorded: [FakeRequest]) -> FakeRequest? {
    let normalization = RequestNormalization(names: names, change: nil)
    let byName = sent.map { normalization.redactedByName($0.request) }
    // In the usual case, skip the rest, which redacts every body.
    let parts = Array(matching)
    if zip(byName, recorded).allSatisfy({ parts.key(of: $0) == parts.key(of: $1) }) { return nil }
    var requests = RecordedRequests(matching: matching)
    for (index, request) in recorded.enumerated() { requests.add(request, at: index) }
    var secrets = SecretValues()
    for (index, exchange) in sent.enumerated() {
      let redacted = normalization.redacted(exchange.request, secrets).request
      if requests.next(for: redacted, or: byName[index]).recorded == 0 { return recorded[index] }
      // A replay has the mark instead of the secrets of a response, which later requests may repeat.
      var (pass, exchange) = (RedactionByName(names), exchange)
      exchange.redact(&pass)
      secrets.add(pass.found)
    }
    return nil
  }
}
