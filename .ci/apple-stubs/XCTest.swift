// What FakedTesting uses of XCTest, in the form that it has on Apple's systems.
import Foundation

public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public struct XCTSkip: Error { public init(_ message: String? = nil) {} }

open class XCTestCase: NSObject {}

public protocol XCTestObservation: AnyObject {}

public final class XCTestObservationCenter: NSObject, @unchecked Sendable {
  public static let shared = XCTestObservationCenter()
  public func addTestObserver(_ observer: any XCTestObservation) {}
}

public struct XCTSourceCodeLocation {
  public var fileURL: URL
  public var lineNumber: Int
}

public struct XCTSourceCodeContext { public var location: XCTSourceCodeLocation? }

public struct XCTIssue {
  public var sourceCodeContext: XCTSourceCodeContext
  public var compactDescription: String
}
