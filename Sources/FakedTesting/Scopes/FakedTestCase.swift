import Foundation
import XCTest

// Needs a complete XCTest. The partial module for checking Apple's code on Linux lacks some of this.
#if canImport(ObjectiveC) || !canImport(Darwin)
  /// A base class for XCTest that gives every test of the class a scope for its fakes, including `setUp`, `tearDown`,
  /// and the fakes in properties.
  ///
  /// ```swift
  /// final class OutboxTests: FakedTestCase {
  ///   override var scopeModes: [ScopeMode] { [.strict] }
  /// }
  /// ```
  ///
  /// See <doc:Scopes>.
  open class FakedTestCase: XCTestCase {
    /// The rules for unused stubs and unstubbed calls. Defaults to none: an unused stub is a warning.
    open var scopeModes: [ScopeMode] { [] }

    /// The longest time that anything in a test waits, unless it has a limit of its own. Defaults to `FAKED_PATIENCE`,
    /// or to 30 seconds.
    open var scopePatience: Duration? { nil }

    private let scope = Captured<ScopeRunner?>(nil)
    private let hasThrown = Captured(false)

    /// Runs the test in a scope. XCTest calls it.
    open override func invokeTest() {
      let test = UncheckedSendable(self)
      let scope = ScopeRunner(
        named: name, at: SourcePlace(of: name),
        ScopeOptions(modes: scopeModes, patience: scopePatience), seesFailedChecks: true
      ) {
        test.value.record($0)
      }
      self.scope.value = scope
      // XCTest runs async tests in tasks that inherit the scope.
      TestScope.$current.withValue(scope.scope) {
        joinScope()
        super.invokeTest()
      }
      self.scope.value = nil
      if hasThrown.value { scope.scope.sawAllErrors() }
      scope.end(isComplete: !hasThrown.value && testRun?.hasBeenSkipped != true)
    }

    /// Makes the fakes in the properties of the test members of its scope. XCTest creates them earlier.
    private func joinScope() {
      let mirrors = sequence(first: Mirror(reflecting: self), next: \.superclassMirror)
      for mirror in mirrors.prefix(while: { $0.subjectType != FakedTestCase.self }) {
        for property in mirror.children {
          (property.value as? any Faked)?.instance.joinCurrentScope()
        }
      }
    }

    /// Records a failure at its line, or at the line of its call if it has none.
    private func record(_ failure: ScopeFailure) -> Bool {
      if let site = failure.site {
        return FailureReporter.record(failure.message, at: SourcePlace(site))
      }
      let call = failure.call?.site
      #if canImport(ObjectiveC)
        var issue = XCTIssue(type: .assertionFailure, compactDescription: failure.message)
        if let path = call?.path, let line = call?.line {
          let location = XCTSourceCodeLocation(filePath: path, lineNumber: line)
          issue.sourceCodeContext = XCTSourceCodeContext(location: location)
        }
        record(issue)
      #else
        // XCTest writes a failure without a line like this. The name of the test follows it.
        recordFailure(
          withDescription: "failed - " + failure.message, inFile: call?.path ?? "<EXPR>",
          atLine: call?.line ?? 0, expected: true)
      #endif
      return true
    }

    #if canImport(ObjectiveC)
      /// Records a failure of the test. XCTest calls it.
      ///
      /// - Parameter issue: The failure.
      open override func record(_ issue: XCTIssue) {
        recordFailure(
          issue.compactDescription,
          isThrown: issue.type == .thrownError || issue.type == .uncaughtException)
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
        recordFailure(description, isThrown: !isExpected)
        super.recordFailure(
          withDescription: description, inFile: file, atLine: line, expected: isExpected)
      }
    #endif

    private func recordFailure(_ description: String, isThrown: Bool) {
      guard let scope = scope.value else { return }
      scope.scope.sawFailure()
      scope.scope.sawErrors(shownIn: description)
      if isThrown { hasThrown.value = true }
    }
  }
#endif
