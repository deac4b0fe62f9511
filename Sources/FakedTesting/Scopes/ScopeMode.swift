/// How strict a scope is with stubs that no call used, and with calls that no stub answers.
///
/// Unused stubs of a test that threw are not reported: it did not come to all of its calls.
public enum ScopeMode: Sendable {
  /// Unused stubs are warnings at their `when` line.
  case standard
  /// Unused stubs are failures at their `when` line.
  case strict
  /// Unused stubs are not reported.
  case lenient
  /// Unstubbed calls return the natural default of their type without a report; unused stubs are
  /// warnings.
  case relaxed
}
