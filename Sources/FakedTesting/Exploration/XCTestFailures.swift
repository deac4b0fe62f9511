import Foundation
import XCTest

/// The failures that XCTest sees in one run.
///
/// XCTest lets nobody take a failure back, so they are recorded for the test at their own lines too.
/// Its tests run one after the other: whatever fails meanwhile belongs to the run.
final class XCTestFailures: NSObject, XCTestObservation, Sendable {
  private typealias Note = @Sendable (String) -> Bool

  private let current = Captured<Note?>(nil)

  /// Installed once and for all: XCTest does not expect its observers to change while a test runs.
  private static let shared: XCTestFailures = {
    let observer = XCTestFailures()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  /// Runs a body whose failures are told of.
  static func note(
    _ note: @escaping @Sendable (String) -> Bool, while body: @Sendable () async throws -> Void
  ) async throws {
    guard TestFramework.current.contains(.xcTest) else { return try await body() }
    // A run may be within one of another exploration, which goes on after it.
    let outer = shared.current.value
    shared.current.value = note
    defer { shared.current.value = outer }
    try await body()
  }

  private func note(_ text: String, _ file: String?, _ line: Int?) {
    let place = file.map { " (\(URL(fileURLWithPath: $0).lastPathComponent):\(line ?? 0))" } ?? ""
    _ = current.value?(text + place)
  }

  #if canImport(ObjectiveC)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      note(issue.compactDescription, location?.fileURL.path, location?.lineNumber)
    }
  #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?,
      atLine line: Int
    ) {
      note(description, file, line)
    }
  #endif
}
