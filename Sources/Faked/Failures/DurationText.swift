extension Duration {
  /// The duration in microseconds below a millisecond, in milliseconds below a second, and otherwise in seconds with at
  /// most one decimal place. Further digits are dropped.
  package var formattedShort: String {
    // `components` traps for a longer duration.
    let longest = Duration.seconds(Int64.max)
    let (seconds, attoseconds) = min(max(self, .zero - longest), longest).components
    let tenths = abs(attoseconds / 100_000_000_000_000_000)
    if seconds != 0 { return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s" }
    let microseconds = attoseconds / 1_000_000_000_000
    return abs(microseconds) < 1_000 ? "\(microseconds) µs" : "\(microseconds / 1_000) ms"
  }

  /// The exact duration in words: `1 second`, `61 seconds`, or `0.25 seconds`.
  package var inWords: String {
    if self == .seconds(1) { return "1 second" }
    let text = "\(self)"
    return text.hasSuffix(".0 seconds") ? text.dropLast(".0 seconds".count) + " seconds" : text
  }
}
