import Foundation
import XCTest

/// The failures that XCTest records, to detect whether a part of a test or a run of an exploration has failed.
///
/// XCTest can't withdraw failures, so those of a run are also recorded for the test at their own lines. XCTest runs one
/// test at a time, so all failures during a run belong to the run.
package final class XCTestFailures: NSObject, XCTestObservation, Sendable {
  /// Receives the text of a failure and its line.
  package typealias Collect = @Sendable (_ text: String, _ line: (file: String, line: Int)?) -> Void

  private let current = Captured<Collect?>(nil)
  private let count = Captured(0)

  /// The only observer. It is never removed, because XCTest doesn't expect observers to change while a test runs.
  private static let shared: XCTestFailures = {
    let observer = XCTestFailures()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  /// The number of failures since the first access.
  package static var count: Int { shared.count.value }

  /// Runs a body and passes its failures to a function.
  package static func collect(
    with collect: @escaping Collect, while body: @Sendable () async throws -> Void
  ) async throws {
    guard TestFramework.current.contains(.xcTest) else { return try await body() }
    // Restore the outer exploration, which continues after this run.
    let outer = shared.current.value
    shared.current.value = collect
    defer { shared.current.value = outer }
    try await body()
  }

  private func add(_ text: String, _ file: String?, _ line: Int?) {
    let place = file.map { " (\(URL(fileURLWithPath: $0).lastPathComponent):\(line ?? 0))" } ?? ""
    count.withValue { $0 += 1 }
    current.value?(text + place, file.map { ($0, line ?? 0) })
  }

  #if canImport(ObjectiveC)
    package func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      add(issue.compactDescription, location?.fileURL.path, location?.lineNumber)
    }
  #else
    package func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?,
      atLine line: Int
    ) {
      add(description, file, line)
    }
  #endif
}
