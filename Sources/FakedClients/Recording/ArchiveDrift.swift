import FakeableClients
import FakedReplay
import Foundation

extension RecordedExchange {
  /// Returns the differences from a recorded exchange, one line each.
  func differences(from old: RecordedExchange, comparing: RecordingComparison) -> [String] {
    switch (old.failure, failure) {
    case (let old?, let new?):
      return old == new
        ? [] : ["failed with URLError \(old.rawValue), fails with URLError \(new.rawValue)"]
    case (let old?, nil):
      return ["failed with URLError \(old.rawValue), responds with status \(status)"]
    case (nil, let new?):
      return ["responded with status \(old.status), fails with URLError \(new.rawValue)"]
    case (nil, nil): break
    }
    var differences: [String] = []
    if old.status != status { differences.append("status: was \(old.status), is \(status)") }
    if old.mimeType != mimeType {
      differences.append("type: was \(old.mimeType), is \(mimeType)")
      return differences
    }
    switch (try? JSON(parsing: old.body), try? JSON(parsing: body)) {
    case (let oldJSON?, let newJSON?):
      differences += newJSON.differences(from: oldJSON, comparing: comparing, at: "body")
    case (_?, nil): differences.append("body: was JSON, is \(bodyText(body))")
    case (nil, _?): differences.append("body: was \(bodyText(old.body)), is JSON")
    case (nil, nil) where comparing == .value && old.body != body:
      differences.append("body: was \(bodyText(old.body)), is \(bodyText(body))")
    case (nil, nil): break
    }
    return differences
  }
}
