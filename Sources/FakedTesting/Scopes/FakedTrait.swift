@_exported import Faked
import Testing

/// A trait that runs a test in a scope. See `.faked`.
///
/// On a suite, it applies to every test. Each case of a parameterized test has its own scope.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let options: ScopeOptions

  /// A Boolean value that indicates whether a suite gives the trait to its tests. Always `true`.
  public var isRecursive: Bool { true }

  /// Runs one test case. Swift Testing calls it.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test, or `nil` for a suite.
  ///   - function: Runs the test.
  /// - Throws: Every error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing calls this for the suite first, without a case.
    guard testCase != nil else { return try await function() }
    let scope = ScopeRunner(
      named: test.displayName ?? test.name, at: SourcePlace(test.sourceLocation), options,
      seesFailedChecks: IssueWatch.isSupported)
    try await scope.watchIssues(for: test, testCase: testCase) {
      do {
        try await EventuallyError.$isReported.withValue(true) { try await scope.run(function) }
      } catch is any ReportedError {
        // The test already has a failure that says more.
      }
    }
  }

  /// Returns the options of the scopes that the traits of a test create, outermost first.
  package static func scopeOptions(of test: Test) -> [ScopeOptions] {
    test.traits.compactMap { ($0 as? FakedTrait)?.options }
  }
}

extension Trait where Self == FakedTrait {
  /// A trait that gives a test a scope. Stubs that no call used are warnings at their `when` line.
  ///
  /// ```swift
  /// @Test(.faked) func theBookIsBorrowed() throws {
  ///   let library = FakeLibrary()
  ///   library.when(\.borrow).thenReturn(true)
  ///   #expect(try library.borrow("Emma", days: 7))
  ///   library.verify(\.borrow, with: "Emma", 7)
  /// }
  /// ```
  ///
  /// See <doc:Scopes>.
  public static var faked: Self { FakedTrait(options: ScopeOptions()) }

  /// Returns a trait that gives a test a scope with modes and limits.
  ///
  /// - Parameters:
  ///   - modes: The rules for unused stubs and unstubbed calls. Several modes apply together. Defaults to none: unused
  ///     stubs are warnings, and unstubbed calls are failures.
  ///   - patience: The longest time that anything in the test waits, unless it has a limit of its own. Defaults to
  ///     `FAKED_PATIENCE`, or to 30 seconds.
  /// - Returns: The trait.
  public static func faked(_ modes: ScopeMode..., patience: Duration? = nil) -> Self {
    FakedTrait(options: ScopeOptions(modes: modes, patience: patience))
  }
}

/// Runs a test, or a part of one, in a scope for the fakes that are made or first stubbed in it.
///
/// Use it in XCTest, and for a part of a Swift Testing test. For a whole Swift Testing test, use the trait `.faked`.
/// For a whole XCTest class, use ``FakedTestCase``. At the end of the scope, unstubbed calls whose errors the code
/// under test swallowed are failures, and so are calls that are still held. Stubs that no call used are warnings at
/// their `when` line.
///
/// ```swift
/// func testBorrowing() throws {
///   try withFakedScope {
///     let library = FakeLibrary()
///     library.when(\.borrow).thenReturn(true)
///     XCTAssertTrue(try library.borrow("Emma", days: 7))
///     library.verify(\.borrow)
///   }
/// }
/// ```
///
/// See <doc:Scopes>.
///
/// - Parameters:
///   - modes: The rules for unused stubs and unstubbed calls. Several modes apply together. Defaults to none: unused
///     stubs are warnings, and unstubbed calls are failures.
///   - patience: The longest time that anything in the scope waits. Defaults to that of the enclosing scope, to
///     `FAKED_PATIENCE`, or to 30 seconds.
///   - fileID: The file of the scope. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line to which failures without a line belong.
///   - column: The column of that line.
///   - function: The name of the test. Defaults to the function of the call.
///   - body: The test.
/// - Returns: The result of the body.
/// - Throws: Every error that the body throws.
@discardableResult
public func withFakedScope<Result>(
  _ modes: ScopeMode..., patience: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: String = #function, _ body: () throws -> Result
) rethrows -> Result {
  try ScopeRunner(
    named: function, at: SourcePlace(SourceLine(fileID, filePath, line, column)),
    ScopeOptions(modes: modes, patience: patience)
  ).run(body)
}

/// Runs an async test, or a part of one, in a scope for the fakes that are made or first stubbed in it.
///
/// - Parameters:
///   - modes: The rules for unused stubs and unstubbed calls. Several modes apply together. Defaults to none: unused
///     stubs are warnings, and unstubbed calls are failures.
///   - patience: The longest time that anything in the scope waits. Defaults to that of the enclosing scope, to
///     `FAKED_PATIENCE`, or to 30 seconds.
///   - fileID: The file of the scope. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line to which failures without a line belong.
///   - column: The column of that line.
///   - function: The name of the test. Defaults to the function of the call.
///   - isolation: The actor on which the body runs. Defaults to that of the caller.
///   - body: The test.
/// - Returns: The result of the body.
/// - Throws: Every error that the body throws.
@discardableResult
public func withFakedScope<Result>(
  _ modes: ScopeMode..., patience: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: String = #function,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await ScopeRunner(
    named: function, at: SourcePlace(SourceLine(fileID, filePath, line, column)),
    ScopeOptions(modes: modes, patience: patience)
  ).run(isolation: isolation, body)
}

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
  /// Unused stubs and sleeps that have not ended are not reported, even in combination with `.strict`.
  case lenient
  /// Unstubbed calls return the natural default of their type without a report.
  case relaxed
}

/// The options of a scope.
package struct ScopeOptions: Sendable {
  package var modes: [ScopeMode] = []
  package var patience: Duration?
}
