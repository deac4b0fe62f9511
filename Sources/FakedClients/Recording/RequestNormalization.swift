import FakedReplay

/// Converts requests to the form in which they are compared.
struct RequestNormalization: Sendable {
  let names: SecretNames
  /// The change that the test specifies.
  let change: ChangeExchange?

  /// Returns a request after the change that the test specifies.
  func changed(_ request: FakeRequest) -> FakeRequest {
    var exchange = RecordedExchange(request: request)
    change?(&exchange)
    return exchange.request
  }

  /// Returns a request in the form in which requests are compared, and its secrets.
  func redacted(
    _ request: FakeRequest, _ secrets: SecretValues
  ) -> (request: FakeRequest, found: [String]) {
    var request = request
    var byName = RedactionByName(names)
    request.redact(&byName)
    var byValue = RedactionByValue(values: secrets.adding(byName.found))
    request.redact(&byValue)
    return (request, byName.found)
  }

  /// Returns a request whose named secrets are redacted only where their names appear.
  ///
  /// An archive that another program sanitized may have the value of a secret as an ordinary word.
  func redactedByName(_ request: FakeRequest) -> FakeRequest {
    var request = request
    var byName = RedactionByName(names)
    request.redact(&byName)
    return request
  }

  /// Returns the requests of an archive, and the secrets in them.
  func requests(of archive: HTTPArchive) -> ([FakeRequest], SecretValues) {
    var secrets = SecretValues()
    let requests = archive.exchanges.map { exchange in
      let (request, found) = redacted(changed(exchange.request), secrets)
      secrets.add(found)
      return request
    }
    return (requests, secrets)
  }

  /// Returns the requests of an archive without secrets, and their positions.
  func candidates(
    of archive: HTTPArchive, _ secrets: SecretValues
  ) -> [NearestRequest.Candidate] {
    archive.exchanges.map {
      NearestRequest.Candidate(
        index: $0.index, request: redacted(changed($0.request), secrets).request)
    }
  }
}
