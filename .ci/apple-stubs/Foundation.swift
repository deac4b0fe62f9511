// The parts of Foundation that the package uses. Nothing here is ever run. Declarations that are newer than
// macOS 10.15 have their availability.
@_exported import Darwin
@_exported import Dispatch

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) {}
  open func copy() -> Any { self }
}
open class NSNumber: NSObject, CustomStringConvertible, @unchecked Sendable {
  open var doubleValue: Double { 0 }
  open var intValue: Int { 0 }
  open var boolValue: Bool { false }
  open var decimalValue: Decimal { 0 }
  open var objCType: UnsafePointer<CChar> { fatalError() }
  open var description: String { "" }
}
open class NSDecimalNumber: NSNumber, @unchecked Sendable {
  public init(decimal: Decimal) {}
}
open class NSNull: NSObject, @unchecked Sendable {}
open class NSLock: NSObject, @unchecked Sendable {
  open func lock() {}
  open func lock(before limit: Date) -> Bool { true }
  open func unlock() {}
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
open class OperationQueue: NSObject, @unchecked Sendable {
  open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

public typealias TimeInterval = Double

public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let ignoreUnknownCharacters = Options(rawValue: 1)
    public static let atomic = Options(rawValue: 2)
  }
  private var bytes: [UInt8] = []
  public init() {}
  public init(contentsOf url: URL) throws {}
  public init(count: Int) {}
  public init?(base64Encoded text: String, options: Options = []) {}
  public init?(base64Encoded data: Data, options: Options = []) {}
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }
  public var startIndex: Int { bytes.startIndex }
  public var endIndex: Int { bytes.endIndex }
  public subscript(position: Int) -> UInt8 {
    get { bytes[position] }
    set { bytes[position] = newValue }
  }
  public subscript(range: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange(
    _ range: Range<Int>, with bytes: some Collection<UInt8>
  ) {}
  public func range(of data: Data, in range: Range<Int>? = nil) -> Range<Int>? { nil }
  public func base64EncodedString() -> String { "" }
  public func write(to url: URL, options: Options = []) throws {}
  public mutating func append(_ other: Data) {}
}

public struct URL: Hashable, Codable, Sendable {
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, relativeTo base: URL?) {}
  public init?(string: String) { nil }
  public init?(string: String, relativeTo base: URL?) { nil }
  public var absoluteString: String { "" }
  public var absoluteURL: URL { self }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var query: String? { nil }
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func deletingLastPathComponent() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public func appendingPathComponent(_ component: String) -> URL { self }
}
public struct URLQueryItem: Hashable, Sendable {
  public var name: String
  public var value: String?
}
public struct URLComponents: Hashable, Sendable {
  public init() { fatalError() }
  public init?(url: URL, resolvingAgainstBaseURL: Bool) { nil }
  public var url: URL? { nil }
  public var string: String? { nil }
  public var host: String?
  public var path: String
  public var user: String?
  public var password: String?
  public var fragment: String?
  public var query: String?
  public var queryItems: [URLQueryItem]?
  public var percentEncodedQueryItems: [URLQueryItem]?
  public var percentEncodedQuery: String?
  public var percentEncodedFragment: String?
}

public struct Date: Hashable, Codable, Sendable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public static func + (date: Date, seconds: TimeInterval) -> Date { date }
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension Date {
  public struct ISO8601FormatStyle: Sendable {
    public init(includingFractionalSeconds: Bool = false) {}
  }
  public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
  public init(_ text: String, strategy: ISO8601FormatStyle) throws {}
}
public struct Decimal: Hashable, Codable, Sendable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  public init(integerLiteral value: Int) {}
  public init(_ value: Int) {}
  public init?(string: String) { nil }
  public var description: String { "" }
  public var isNaN: Bool { false }
}
public struct UUID: Hashable, Codable, Sendable {
  public init() {}
  public var uuidString: String { "" }
}

open class JSONEncoder: @unchecked Sendable {
  public enum DateEncodingStrategy: Sendable {
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }
  public enum DataEncodingStrategy: Sendable {
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { fatalError() }
    set {}
  }
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { fatalError() }
    set {}
  }
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { fatalError() }
    set {}
  }
  open func encode(_ value: some Encodable) throws -> Data { Data() }
}
open class JSONDecoder: @unchecked Sendable {
  public enum DateDecodingStrategy: Sendable {
    case custom(@Sendable (any Decoder) throws -> Date)
  }
  public enum DataDecodingStrategy: Sendable {
    case custom(@Sendable (any Decoder) throws -> Data)
  }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { fatalError() }
    set {}
  }
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { fatalError() }
    set {}
  }
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { fatalError() }
    set {}
  }
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    fatalError()
  }
}
open class JSONSerialization {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let fragmentsAllowed = WritingOptions(rawValue: 1)
    public static let sortedKeys = WritingOptions(rawValue: 2)
    public static let prettyPrinted = WritingOptions(rawValue: 4)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let fragmentsAllowed = ReadingOptions(rawValue: 1)
  }
  open class func isValidJSONObject(_ value: Any) -> Bool { false }
  open class func data(withJSONObject value: Any, options: WritingOptions = []) throws -> Data {
    Data()
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { data }
}

public struct CharacterSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  public init(charactersIn text: String) {}
  public init(arrayLiteral elements: Unicode.Scalar...) {}
  public static let whitespaces: CharacterSet = []
  public static let whitespacesAndNewlines: CharacterSet = []
  public static let newlines: CharacterSet = []
  public static let alphanumerics: CharacterSet = []
  public static let urlQueryAllowed: CharacterSet = []
  public static let urlPathAllowed: CharacterSet = []
  public func union(_ other: CharacterSet) -> CharacterSet { self }
  public func contains(_ scalar: Unicode.Scalar) -> Bool { false }
}
public enum ComparisonResult: Int, Sendable {
  case orderedAscending = -1, orderedSame, orderedDescending
}
extension String {
  public struct Encoding: Hashable, Sendable {
    public static let utf8 = Encoding()
    public static let isoLatin1 = Encoding()
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = CompareOptions(rawValue: 2)
    public static let regularExpression = CompareOptions(rawValue: 1)
  }
  public func data(using encoding: Encoding) -> Data? { nil }
  public init?(data: Data, encoding: Encoding) { nil }
}
extension StringProtocol {
  public func caseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult {
    .orderedSame
  }
  public func replacingOccurrences(
    of target: some StringProtocol, with replacement: some StringProtocol
  ) -> String { "" }
  public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
  public func components(separatedBy separator: CharacterSet) -> [String] { [] }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { nil }
  public var removingPercentEncoding: String? { nil }
  public var capitalized: String { "" }
  public func range(
    of text: some StringProtocol, options: String.CompareOptions = []
  ) -> Range<Index>? { nil }
  public func commonPrefix(with other: some StringProtocol) -> String { "" }
}

public protocol LocalizedError: Error { var errorDescription: String? { get } }
extension Error { public var localizedDescription: String { "" } }
public let NSLocalizedDescriptionKey = ""
public let NSUnderlyingErrorKey = ""
public let NSPOSIXErrorDomain = ""
open class NSError: NSObject, Error, @unchecked Sendable {
  open var domain: String { "" }
  open var code: Int { 0 }
  open var userInfo: [String: Any] { [:] }
  open var localizedFailureReason: String? { nil }
}
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError() }
public struct CocoaError: Error, Sendable {
  public struct Code: Sendable { public init(rawValue: Int) {} }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var errorCode: Int { 0 }
}
public struct POSIXError: Error, Sendable {
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) { self.code = code }
  public let code: POSIXErrorCode
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  open var environment: [String: String] { [:] }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { FileHandle() }
  open func write(_ data: Data) {}
}
open class Bundle: NSObject, @unchecked Sendable {
  open var resourceURL: URL? { nil }
}
public struct FileAttributeKey: Hashable, Sendable {
  public static let size = FileAttributeKey()
  public static let systemFileNumber = FileAttributeKey()
  public static let modificationDate = FileAttributeKey()
}
open class FileManager: NSObject {
  open class var `default`: FileManager { FileManager() }
  open func fileExists(atPath path: String) -> Bool { false }
  open func fileExists(
    atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?
  ) -> Bool { false }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
  open func removeItem(at url: URL) throws {}
  open func createDirectory(at url: URL, withIntermediateDirectories: Bool) throws {}
}

public struct NSRange: Sendable {
  public var lowerBound: Int { 0 }
  public var upperBound: Int { 0 }
  public init(_ range: Range<Int>) {}
  public init(location: Int, length: Int) {}
  public init(_ range: some RangeExpression<String.Index>, in text: some StringProtocol) {}
  public var location: Int { 0 }
  public var length: Int { 0 }
}
extension Range where Bound == String.Index {
  public init?(_ range: NSRange, in text: some StringProtocol) { nil }
}
open class NSTextCheckingResult: NSObject {
  open var range: NSRange { NSRange(0..<0) }
  open func range(at index: Int) -> NSRange { NSRange(0..<0) }
  open var numberOfRanges: Int { 0 }
}
open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let caseInsensitive = Options(rawValue: 1)
  }
  public struct MatchingOptions: OptionSet, Sendable {
    public static let anchored = MatchingOptions([])
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
  public init(pattern: String, options: Options = []) throws {}
  open class func escapedPattern(for text: String) -> String { "" }
  open func firstMatch(
    in text: String, options: MatchingOptions = [], range: NSRange
  ) -> NSTextCheckingResult? { nil }
  open func matches(
    in text: String, options: MatchingOptions = [], range: NSRange
  ) -> [NSTextCheckingResult] { [] }
  open func stringByReplacingMatches(
    in text: String, options: MatchingOptions = [], range: NSRange, withTemplate template: String
  ) -> String { "" }
}
