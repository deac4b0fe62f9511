import Testing

#if canImport(ObjectiveC)
  import Foundation
  import XCTest
#endif

extension Scenario {
  /// Returns a scenario whose runs keep the failures of the framework that runs this process.
  static func reporting(
    of name: String, at site: SourceLine, deadline: Duration?,
    _ body: @escaping () async throws -> Void
  ) -> Scenario {
    let test = Test.current
    let testCase = Test.Case.current
    // A patience of 0 must not count as an invalid `deadline:`.
    let patience = max(
      .milliseconds(1), TestScope.current?.patience ?? TestScope.usualPatience)
    return Scenario(
      of: name, at: site, patience: deadline ?? patience,
      takesFailuresBack: test != nil || !TestFramework.current.contains(.xcTest),
      watch: { collect, body in
        if let test {
          try await RunFailures.collect(with: collect, of: test, testCase, while: body)
        } else {
          try await XCTestFailures.collect(
            with: { text, line in _ = collect(RunFailure(text, at: line)) }, while: body)
        }
      },
      reporter: FailureReporter.reporter(for: SourcePlace(site)), body)
  }

  /// Reports an exploration that failed, or warns about one that proves less than it seems to.
  func report(
    _ report: ExplorationReport, isolation: isolated (any Actor)? = #isolation
  ) async -> ExplorationReport {
    let text = "\(name): \(report)"
    if let picture = report.picture {
      await TestAttachment.recordPicture(picture, named: "orders.svg", at: SourcePlace(site))
    }
    if report.isFailure {
      FailureReporter.report(text, at: site, ownedBy: nil)
    } else if !report.warnings.isEmpty {
      let isStrict = TestScope.current?.isStrict == true
      FailureReporter.warn(ScopeFailure(text, at: site), of: SourcePlace(site), isStrict: isStrict)
      {
        FailureReporter.report($0.message, at: site, ownedBy: nil)
        return true
      }
    }
    return report
  }
}

/// The failures that Swift Testing records in one run.
enum RunFailures {
  /// Runs a body and passes its failures to a function instead of recording them.
  ///
  /// The failures become known issues inside the run, so that a `withKnownIssue` around the exploration doesn't match
  /// them, and are then dropped. A task that has no test, such as a detached task, records them as usual.
  static func collect(
    with collect: @escaping @Sendable (RunFailure) -> Bool, of test: Test, _ testCase: Test.Case?,
    while body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let collected = Captured<[String]>([])
    let thrown = Captured<(any Error)?>(nil)
    let run: @Sendable () async -> Void = {
      await withKnownIssue(isIntermittent: true) {
        // The exploration handles errors that the body throws.
        do { try await body() } catch { thrown.value = error }
      } matching: { issue in
        guard issue.failsTest, collect(RunFailure(issue.text, at: issue.line)) else { return false }
        collected.withValue { $0.append(issue.text) }
        return true
      }
    }
    try await IssueWatch.run(
      for: test, testCase: testCase,
      handling: { issue in
        let text = issue.text
        return collected.withValue { collected in
          guard let index = collected.firstIndex(of: text) else { return true }
          collected.remove(at: index)
          return false
        }
      }, run)
    // `#require` has already recorded its failure.
    if let error = thrown.value, !(error is ExpectationFailedError || error is any ReportedError) {
      throw error
    }
  }
}

extension Issue {
  /// The file and line of the failure.
  fileprivate var line: (file: String, line: Int)? {
    sourceLocation.map { ($0.fileID, $0.line) }
  }

  /// The failure with its reason and line: `Expectation failed: old == new, the old value stays (CacheTests.swift:7)`.
  fileprivate var text: String {
    let comments = comments.map { ", \($0.rawValue)" }.joined()
    let file = sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    guard case .unconditional = kind else { return "\(kind)\(comments)\(file)" }
    return (self.comments.isEmpty ? "\(kind)" : String(comments.dropFirst(2))) + file
  }
}

extension TestAttachment {
  /// Attaches an SVG picture to the current test of either framework. XCTest supports that only on Apple's systems, and
  /// only for an activity of the main actor.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - name: The name of the file.
  ///   - place: The line to which the picture belongs.
  ///   - isolation: The actor of the caller.
  fileprivate static func recordPicture(
    _ svg: String, named name: String, at place: SourcePlace,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    if Test.current != nil { return record(svg, named: name, at: place) }
    #if canImport(ObjectiveC)
      guard TestFramework.current.contains(.xcTest) else { return }
      await MainActor.run {
        XCTContext.runActivity(named: name) { activity in
          let picture = XCTAttachment(
            data: Data(svg.utf8), uniformTypeIdentifier: "public.svg-image")
          picture.name = name
          picture.lifetime = .keepAlways
          activity.add(picture)
        }
      }
    #endif
  }
}
