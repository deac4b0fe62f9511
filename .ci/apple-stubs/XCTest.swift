// The parts of XCTest that FakedTesting uses, in their form on Apple's systems.
import Foundation

public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public struct XCTSkip: Error { public init(_ message: String? = nil) {} }

open class XCTestRun: NSObject {
  open var hasBeenSkipped: Bool { false }
}

open class XCTest: NSObject {
  open var name: String { "" }
  open var testRun: XCTestRun? { nil }
}

open class XCTestCase: XCTest {
  open func invokeTest() {}
  open func record(_ issue: XCTIssue) {}
}

public protocol XCTestObservation: AnyObject {}

public final class XCTestObservationCenter: NSObject, @unchecked Sendable {
  public static let shared = XCTestObservationCenter()
  public func addTestObserver(_ observer: any XCTestObservation) {}
}

open class XCTSourceCodeLocation: NSObject, @unchecked Sendable {
  public init(filePath: String, lineNumber: Int) {}
  open var fileURL: URL { URL(fileURLWithPath: "") }
  open var lineNumber: Int { 0 }
}

open class XCTSourceCodeContext: NSObject, @unchecked Sendable {
  public init(location: XCTSourceCodeLocation?) {}
  open var location: XCTSourceCodeLocation? { nil }
}

public struct XCTIssue {
  public enum IssueType { case assertionFailure, thrownError, uncaughtException }
  public var type: IssueType
  public var compactDescription: String
  public var sourceCodeContext = XCTSourceCodeContext(location: nil)
  public init(type: IssueType, compactDescription: String) {
    self.type = type
    self.compactDescription = compactDescription
  }
}

open class XCTAttachment: NSObject {
  public enum Lifetime { case keepAlways, deleteOnSuccess }
  public init(data: Data, uniformTypeIdentifier: String) {}
  open var name: String?
  open var lifetime = Lifetime.deleteOnSuccess
}

public protocol XCTActivity: NSObjectProtocol {
  func add(_ attachment: XCTAttachment)
}

public final class XCTContext: NSObject {
  @MainActor public static func runActivity<Result>(
    named name: String, block: @MainActor (any XCTActivity) throws -> Result
  ) rethrows -> Result { fatalError() }
}
