/// A rule for stubs that no call used and for calls to which no stub responds.
///
/// Without a mode, unused stubs are warnings at their `when` line. Modes can be combined, as in
/// `@Test(.faked(.strict, .relaxed))`. The unused stubs of a test that threw an error are never reported, because the
/// test did not reach all of its calls.
///
/// ```swift
/// @Test(.faked(.strict, .relaxed)) func theShelfIsEmpty() async throws {
///   let library = FakeLibrary()
///   #expect(try await library.find("Emma") == [])
/// }
/// ```
///
/// See <doc:Scopes>.
public enum ScopeMode: Sendable {
  /// Warnings are failures: unused stubs, tasks that still sleep on a fake clock, and explorations that prove less than
  /// they seem to.
  case strict
  /// Unused stubs are not reported, even in combination with `.strict`.
  case lenient
  /// Unstubbed calls return the natural default of their type without a report.
  case relaxed
}

/// The options of a scope.
package struct ScopeOptions: Sendable {
  package var modes: [ScopeMode] = []
  package var patience: Duration?
  var callSites = true
}
