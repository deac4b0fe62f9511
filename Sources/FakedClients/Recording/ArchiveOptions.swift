import Faked
import FakedReplay

/// A change of an exchange before it is recorded.
package typealias ChangeExchange = @Sendable (inout RecordedExchange) -> Void

extension ArchivePlayer {
  /// What a test says of its archive.
  package struct Options: Sendable {
    var mode: RecordingMode
    var matching: Set<RequestPart>
    var redacting: [String]
    var change: ChangeExchange?
    var comparing: RecordingComparison
    var latencies: Bool

    package init(
      mode: RecordingMode, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
      change: ChangeExchange? = nil, comparing: RecordingComparison = .shape, latencies: Bool = false
    ) {
      self.mode = mode
      self.matching = matching
      self.redacting = redacting
      self.change = change
      self.comparing = comparing
      self.latencies = latencies
    }
  }
}

extension ArchivePlayer.Options {
  /// Returns a request as it is compared with those of an archive, and adds its secrets to the known ones.
  func redacted(
    _ request: FakeRequest, _ names: SecretNames, _ secrets: inout SecretValues
  ) -> FakeRequest {
    var exchange = RecordedExchange(request: request)
    change?(&exchange)
    var byName = RedactionByName(names)
    exchange.request.redact(&byName)
    secrets.add(byName.found)
    var byValue = RedactionByValue(values: secrets)
    exchange.request.redact(&byValue)
    return exchange.request
  }
}
