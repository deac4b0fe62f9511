// What FakedTesting uses of Foundation.
open class NSObject { public init() {} }

public struct Data: Sendable { public init(_ bytes: String.UTF8View) {} }

public struct URL: Sendable {
  public init(fileURLWithPath path: String) {}
  public var lastPathComponent: String { "" }
  public var path: String { "" }
}

open class ProcessInfo: @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { [:] }
}

open class FileHandle: @unchecked Sendable {
  public class var standardError: FileHandle { FileHandle() }
  public func write(_ data: Data) {}
}
