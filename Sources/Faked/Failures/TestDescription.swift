/// Describes values as a test framework does. FakedTesting makes `TestDescription` conform.
package protocol ValueDescriber {
  /// Returns the description of a value for tests, or `nil` if its type has none.
  static func description(of value: Any) -> String?
}

/// The descriptions that values have for tests, if the process has a test framework.
///
/// This module imports no test framework, so it looks for the conformance at run time.
package enum TestDescription {
  /// Returns the description of a value for tests.
  static func text(of value: Any) -> String? {
    ((Self.self as Any) as? any ValueDescriber.Type)?.description(of: value)
  }
}
