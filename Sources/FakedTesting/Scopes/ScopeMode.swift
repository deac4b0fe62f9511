/// How strict a scope is with stubs that no call used, and with calls that no stub answers.
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
