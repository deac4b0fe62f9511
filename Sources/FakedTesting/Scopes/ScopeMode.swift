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
public struct ScopeMode: OptionSet, Sendable {
  /// The bits of the modes.
  public let rawValue: Int

  /// Creates a combination of modes from their bits.
  ///
  /// - Parameter rawValue: The bits of the modes.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Warnings are failures: unused stubs, and explorations that prove less than they seem to.
  public static let strict = ScopeMode(rawValue: 1)
  /// Unused stubs are not reported, even in combination with `.strict`.
  public static let lenient = ScopeMode(rawValue: 2)
  /// Unstubbed calls return the natural default of their type without a report.
  public static let relaxed = ScopeMode(rawValue: 4)
}

/// The options of a scope.
struct ScopeOptions: Sendable {
  var mode: ScopeMode = []
  var patience: Duration?
  var callSites = true

  init(_ modes: [ScopeMode] = [], patience: Duration? = nil, callSites: Bool = true) {
    mode = modes.reduce([]) { $0.union($1) }
    self.patience = patience
    self.callSites = callSites
  }
}
