import Faked
import FakedReplay

/// Sends requests, and reports how the responses differ from the recorded ones.
struct ArchiveCheck: Sendable {
  private let options: ArchivePlayer.Options
  private let names: SecretNames
  private let secrets: Captured<SecretValues>
  private let message: RecordingMessage
  private let site: SourceLine
  private let scope = TestScope.current
  private let network = RealNetwork()
  /// The requests that were sent and did not reach the server.
  private let unreached = Captured<[String]>([])

  /// Creates a check. Later requests may add to the secrets.
  init(
    _ options: ArchivePlayer.Options, _ names: SecretNames, _ secrets: Captured<SecretValues>,
    _ message: RecordingMessage, at site: SourceLine
  ) {
    self.options = options
    self.names = names
    self.secrets = secrets
    self.message = message
    self.site = site
    _ = scope?.atEnd { [unreached] _ in
      let requests = unreached.value
      return requests.isEmpty ? nil : .init(message.text(.unreachable(requests)), at: site)
    }
  }

  /// Sends a request, and reports the differences from the recorded response.
  ///
  /// - Returns: The response of the server.
  func response(
    to request: FakeRequest, redacted: FakeRequest, recorded: RecordedExchange?
  ) async throws -> FakeResponse {
    var real = try await network.exchange(request)
    let response = real.response
    let name = "\(redacted.method) \(redacted.path)"
    if let text = redacted.unreached(real.failure), recorded?.failure == nil {
      try report(unreached: text)
      return response
    }
    guard var recorded else {
      try report(["\(name) → is not in the recording"])
      return response
    }
    options.change?(&real)
    var byName = RedactionByName(names)
    real.redact(&byName)
    recorded.redact(&byName)
    var byValue = RedactionByValue(values: secrets.value.adding(byName.found))
    real.redact(&byValue)
    recorded.redact(&byValue)
    let differences = real.differences(from: recorded, comparing: options.comparing)
    if !differences.isEmpty { try report(differences.map { "\(name) → \($0)" }) }
    return response
  }

  /// Fails the test or, without a scope, the request.
  private func report(_ differences: [String]) throws {
    guard let scope else { throw FakedError.assertionFailed(message.text(.drift(differences))) }
    scope.report(.init(message.text(.drift(differences)), at: site))
  }

  /// Fails the test at its end, with all requests that did not reach the server. Without a scope, fails the request.
  private func report(unreached request: String) throws {
    if scope == nil { throw FakedError.assertionFailed(message.text(.unreachable([request]))) }
    unreached.withValue { $0.append(request) }
  }
}
