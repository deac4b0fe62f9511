/// The texts of dates, whose description has no fraction of a second.
enum ReadableDate {
  /// Returns the texts of two dates that differ only in the fraction of a second, or `nil` for other values.
  static func pair(_ expected: Any, _ actual: Any) -> (expected: String, actual: String)? {
    guard let left = Date(expected), let right = Date(actual), left.description == right.description
    else { return nil }
    for digits in [3, 6, 9] {
      let texts = (left.text(digits), right.text(digits))
      if texts.0 != texts.1 { return texts }
    }
    return nil
  }

  private struct Date {
    let description: String
    let seconds: Double

    init?(_ value: Any) {
      // The library doesn't import Foundation, so it reads the date by reflection.
      guard let described = value as? any CustomStringConvertible,
        let part = Mirror(reflecting: value).descendant("timeIntervalSinceReferenceDate"),
        let seconds = part as? Double, seconds.isFinite
      else { return nil }
      (description, self.seconds) = (described.description, seconds)
    }

    /// Returns the description with the fraction after the seconds: `2026-11-26 20:03:15.250 +0000`.
    func text(_ digits: Int) -> String {
      let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
      let fraction = min(((seconds - seconds.rounded(.down)) * scale).rounded(), scale - 1)
      let number = String(Int(fraction))
      let padded = String(repeating: "0", count: digits - number.count) + number
      let zone = description.lastIndex(of: " ") ?? description.endIndex
      return "\(description[..<zone]).\(padded)\(description[zone...])"
    }
  }
}
