import Foundation
import XCTest

/// Counts the failures that XCTest records, to detect whether a part of a test has failed.
package final class XCTestFailureCount: NSObject, XCTestObservation, Sendable {
  private let count = Captured(0)

  private static let shared: XCTestFailureCount = {
    let observer = XCTestFailureCount()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  /// The number of failures since the first access.
  package static var current: Int { shared.count.value }

  #if canImport(ObjectiveC)
    package func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      count.withValue { $0 += 1 }
    }
  #else
    package func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?,
      atLine line: Int
    ) {
      count.withValue { $0 += 1 }
    }
  #endif
}
