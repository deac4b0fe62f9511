import Faked
import FakedReplay

/// A change of an exchange before it is recorded.
package typealias ChangeExchange = @Sendable (inout RecordedExchange) -> Void

extension ArchivePlayer {
  /// The options of an archive.
  package struct Options: Sendable {
    var mode: RecordingMode
    var matching: Set<RequestPart>
    var redacting: [String]
    var change: ChangeExchange?
    var comparing: RecordingComparison
    var latencies: Bool

    package init(
      mode: RecordingMode, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
      change: ChangeExchange? = nil, comparing: RecordingComparison = .shape,
      latencies: Bool = false
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
