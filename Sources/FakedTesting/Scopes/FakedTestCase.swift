import Foundation
import XCTest

// Compiled with Apple's XCTest or with that of other systems, but not with the stubs that stand in for Apple's.
#if canImport(ObjectiveC) || !canImport(Darwin)
  /// A base class for XCTest that gives every test of the class a scope for its fakes, including `setUp` and
  /// `tearDown`.
  ///
  /// ```swift
  /// final class OutboxTests: FakedTestCase {
  ///   override var scopeMode: ScopeMode { .strict }
  /// }
  /// ```
  ///
  /// See <doc:Scopes>.
  open class FakedTestCase: XCTestCase {
    /// The rules for unused stubs and unstubbed calls. Defaults to `.standard`.
    open var scopeMode: ScopeMode { .standard }

    private let scope = Captured<ScopeRunner?>(nil)
    private let hasThrown = Captured(false)

    /// Runs the test in a scope. XCTest calls it.
    open override func invokeTest() {
      // XCTest knows the class of a test, but not its line.
      let place = SourcePlace(SourceLine(#fileID, #filePath, #line, #column))
      let scope = ScopeRunner(named: name, at: place, ScopeOptions([scopeMode]))
      self.scope.value = scope
      // XCTest runs async tests in tasks that inherit the scope.
      TestScope.$current.withValue(scope.scope) { super.invokeTest() }
      self.scope.value = nil
      if hasThrown.value { scope.scope.sawAllErrors() }
      scope.end(isComplete: !hasThrown.value)
    }

    #if canImport(ObjectiveC)
      /// Records a failure of the test. XCTest calls it.
      ///
      /// - Parameter issue: The failure.
      open override func record(_ issue: XCTIssue) {
        recordFailure(isThrown: issue.type == .thrownError || issue.type == .uncaughtException)
        super.record(issue)
      }
    #else
      /// Records a failure of the test. XCTest calls it.
      ///
      /// - Parameters:
      ///   - description: The message.
      ///   - file: The file to which the failure belongs.
      ///   - line: The line to which the failure belongs.
      ///   - isExpected: A Boolean value that is `false` for an error that the test threw.
      open override func recordFailure(
        withDescription description: String, inFile file: String, atLine line: Int,
        expected isExpected: Bool
      ) {
        recordFailure(isThrown: !isExpected)
        super.recordFailure(
          withDescription: description, inFile: file, atLine: line, expected: isExpected)
      }
    #endif

    private func recordFailure(isThrown: Bool) {
      guard let scope = scope.value else { return }
      scope.scope.sawFailure()
      if isThrown { hasThrown.value = true }
    }
  }
#endif
