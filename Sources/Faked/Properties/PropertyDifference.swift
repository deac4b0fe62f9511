/// One place at which two values differ.
package struct Difference: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case value
    /// The values are of different types; their texts name them.
    case type
    /// Collections of different length; the note shows the first element that differs.
    case count
    /// Sets; the texts list what is missing and what is unexpected.
    case members
    /// Nothing can tell whether they differ, so they count as different; the note says why.
    case incomparable
  }

  /// The way from the compared values to this place, such as `address.city` or `[2].name`; empty
  /// for the values themselves.
  package let path: String
  package let kind: Kind
  package let expected: String
  package let actual: String
  package let note: String?

  /// The same difference, seen from a value that holds the compared ones at this path.
  package func prefixed(by prefix: String) -> Difference {
    Difference(
      path: joined(prefix, path), kind: kind, expected: expected, actual: actual, note: note)
  }
}

/// Appends a step to a path: indices and keys come in brackets, names after a dot.
func joined(_ path: String, _ step: String) -> String {
  path.isEmpty || step.isEmpty || step.hasPrefix("[") ? path + step : "\(path).\(step)"
}
