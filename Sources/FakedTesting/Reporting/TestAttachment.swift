import Foundation
import Testing
import XCTest

/// Attaches files to a test.
///
/// Swift Testing supports attachments with Swift 6.2 or later. XCTest supports them only on Apple's systems, and only
/// for an activity of the main actor.
package enum TestAttachment {
  /// Attaches a text to the current test of Swift Testing.
  static func record(_ text: String, named name: String, at place: SourcePlace? = nil) {
    #if compiler(>=6.2)
      guard Test.current != nil else { return }
      if let place {
        Attachment.record(text, named: name, sourceLocation: place.location)
      } else {
        Attachment.record(text, named: name)
      }
    #endif
  }

  /// Attaches an SVG picture to the current test of either framework.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - name: The name of the file.
  ///   - place: The line to which the picture belongs.
  ///   - isolation: The actor of the caller.
  package static func recordPicture(
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

/// Sees the issues of a test before Swift Testing records them. Requires Swift 6.2 or later.
package enum IssueWatch {
  /// A Boolean value that indicates whether ``run(for:testCase:handling:_:)`` sees the issues.
  static var isSupported: Bool {
    #if compiler(>=6.2)
      true
    #else
      false
    #endif
  }

  /// Runs a body and passes its issues to a function, which returns `false` for an issue to drop.
  package static func run(
    for test: Test, testCase: Test.Case?, handling isRecorded: @escaping @Sendable (Issue) -> Bool,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      let watch = IssueHandlingTrait.compactMapIssues { issue in
        // An issue without a test is passed to every handler. Drop it here: the run reports it once.
        guard Test.current != nil else { return nil }
        return isRecorded(issue) ? issue : nil
      }
      try await watch.provideScope(for: test, testCase: testCase, performing: body)
    #else
      try await body()
    #endif
  }
}
