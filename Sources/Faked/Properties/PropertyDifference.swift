/// A difference between two values.
package struct Difference: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case value
    /// The values have different types, which the texts name.
    case type
    /// The collections have different lengths. The note shows the first element that differs.
    case count
    /// The sets have different members. The texts list the missing and the unexpected ones.
    case members
    /// The values can't be compared, so they count as different. The note explains why.
    case incomparable
  }

  /// The path to the difference, such as `address.city` or `[2].name`. Empty for the values themselves.
  package let path: String
  package let kind: Kind
  package let expected: String
  package let actual: String
  package let note: String?

  /// Returns the difference with a path that begins with a prefix.
  package func prefixed(by prefix: String) -> Difference {
    Difference(
      path: joined(prefix, path), kind: kind, expected: expected, actual: actual, note: note)
  }
}

/// Appends a step to a path: an index or a key in brackets, or a name after a dot.
func joined(_ path: String, _ step: String) -> String {
  path.isEmpty || step.isEmpty || step.hasPrefix("[") ? path + step : "\(path).\(step)"
}
