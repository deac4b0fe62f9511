import Faked
import FakedReplay

extension ArchivePlayer {
  /// What a test says of its archive.
  package struct Options: Sendable {
    var mode: RecordingMode
    var matching: Set<RequestPart>
    var redacting: [String]
    var comparing: RecordingComparison
    var latencies: Bool

    package init(
      mode: RecordingMode, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
      comparing: RecordingComparison = .shape, latencies: Bool = false
    ) {
      self.mode = mode
      self.matching = matching
      self.redacting = redacting
      self.comparing = comparing
      self.latencies = latencies
    }
  }
}
