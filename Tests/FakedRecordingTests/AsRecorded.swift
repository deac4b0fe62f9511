import FakedRecording
import TestSupport

extension Weather {
  /// A server that can be reached while `FAKED_RECORD=all` records, and can't be reached otherwise.
  static func asRecorded() throws -> Weather {
    try RecordingMode.current() == .none ? unreachable : Weather()
  }
}
