import Foundation

/// The declarations of the standard library, of Foundation, and of Combine that matter to fakes, as source text: the
/// protocols with the requirements that a fake has to meet, and the types with their conformances. Requirements that
/// an extension meets are left out.
enum Toolchain {
  /// The modules whose declarations are in the source of another module.
  static let parts = [
    "_Concurrency": "Swift", "Observation": "Swift", "FoundationEssentials": "Foundation",
    "FoundationNetworking": "Foundation",
  ]
  /// The name of the file with each source.
  static let fileName = "toolchain"

  /// The modules, which all generators of a process share.
  static let modules = Dictionary(
    uniqueKeysWithValues: [
      ("Swift", swift + types), ("Foundation", foundation + foundationTypes), ("Combine", combine),
    ].map { name, text in
      let url = URL(filePath: fileName)
      return (name, Module(name, SourceFile.declarations(in: text, at: url)))
    })

  private static let numbers: Set = [
    "Int", "UInt", "Double", "Float", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16",
    "UInt32", "UInt64", "TimeInterval", "CGFloat",
  ]
  private static let values = [
    "String": "\"\"", "Bool": "false", "Array": "[]", "Dictionary": "[:]", "Set": "[]",
    "Optional": "nil",
  ]

  /// Returns code for the value that a property of the type has before anything sets it.
  static func defaultValue(of type: SwiftType) -> String? {
    switch type.base {
    case .optional, .unwrapped: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .named(let parts):
      guard parts.count == 1, parts[0].declaration?.isOfToolchain == true else { return nil }
      return numbers.contains(parts[0].name) ? "0" : values[parts[0].name]
    default: return nil
    }
  }

  /// Returns a declaration for each name, which replaces `#` in the pattern before it.
  private static func declarations(_ names: KeyValuePairs<String, String>) -> String {
    names.flatMap { pattern, names in
      names.split(separator: " ").map { pattern.replacing("#", with: $0) + "\n" }
    }.joined()
  }

  /// The types that only have to be known by name, or that share their conformances. A `closed` protocol cannot be
  /// inherited, because its requirements are not listed.
  private static let types = declarations([
    "struct #: Hashable, Sendable {}": """
    Int UInt Double Float Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 String Bool \
    Character Substring ObjectIdentifier AnyHashable
    """,
    "struct #: Sendable {}": """
    Array Dictionary Set Range ClosedRange Optional Duration Never StaticString Result \
    AsyncStream CancellationError Void
    """,
    "protocol # {}":
      "AnyObject Copyable Decodable Encodable Equatable Escapable Observable Sendable SendableMetatype",
    "struct #: ~Copyable {}": "Atomic AtomicLazyReference ExecutorJob Job Mutex",
    "struct #: ~Escapable {}":
      "MutableRawSpan MutableSpan OutputRawSpan OutputSpan RawSpan Span UTF8Span",
    "class # {}":
      "AnyKeyPath KeyPath ManagedBuffer PartialKeyPath ReferenceWritableKeyPath WritableKeyPath",
    "@closed protocol # {}": """
    BidirectionalCollection BinaryFloatingPoint BinaryInteger BitwiseCopyable CVarArg Collection \
    CustomLeafReflectable Decoder DistributedActor DistributedActorSystem DurationProtocol \
    Encoder ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral \
    ExpressibleByFloatLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation \
    ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral FixedWidthInteger FloatingPoint \
    GlobalActor InstantProtocol KeyedDecodingContainerProtocol KeyedEncodingContainerProtocol \
    MutableCollection OptionSet RandomAccessCollection RangeExpression RangeReplaceableCollection \
    RegexComponent SIMD SetAlgebra SignedInteger SingleValueDecodingContainer \
    SingleValueEncodingContainer Strideable StringProtocol UnkeyedDecodingContainer \
    UnkeyedEncodingContainer UnsignedInteger
    """,
    "struct # {}": """
    AnyClass AnyCollection AnyIterator AnySequence ArraySlice AsyncThrowingStream CChar CInt \
    CheckedContinuation CodingUserInfoKey CollectionDifference ContiguousArray DecodingError \
    DefaultIndices DiscardingTaskGroup EmptyCollection EncodingError Float16 Float80 Hasher \
    InlineArray Int128 KeyValuePairs KeyedDecodingContainer KeyedEncodingContainer LazySequence \
    Mirror OpaquePointer PartialRangeFrom PartialRangeThrough PartialRangeUpTo RangeSet Regex \
    ReversedCollection Slice SuspendingClock SystemRandomNumberGenerator Task TaskGroup \
    TaskPriority ThrowingTaskGroup UInt128 UTF8 UnicodeScalar Unmanaged UnownedJob \
    UnownedSerialExecutor UnownedTaskExecutor UnsafeBufferPointer UnsafeMutableBufferPointer \
    UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer \
    UnsafeRawBufferPointer UnsafeRawPointer
    """,
  ])

  private static let swift = """
    protocol Actor: Sendable {}
    protocol AdditiveArithmetic: Equatable {
      static var zero: Self { get }; static func + (left: Self, right: Self) -> Self
      static func - (left: Self, right: Self) -> Self
    }
    protocol AsyncIteratorProtocol {
      associatedtype Element; mutating func next() async throws -> Element?
    }
    protocol AsyncSequence<Element> {
      associatedtype Element
      associatedtype AsyncIterator: AsyncIteratorProtocol where Element == AsyncIterator.Element
      func makeAsyncIterator() -> AsyncIterator
    }
    protocol CaseIterable { static var allCases: [Self] { get } }
    protocol Clock<Duration>: Sendable {
      associatedtype Duration
      associatedtype Instant: InstantProtocol where Duration == Instant.Duration
      var now: Instant { get }; var minimumResolution: Duration { get }
      func sleep(until deadline: Instant, tolerance: Duration?) async throws
    }
    protocol CodingKey: Sendable {
      init?(stringValue: String); init?(intValue: Int); var stringValue: String { get }
      var intValue: Int? { get }
    }
    protocol Comparable: Equatable { static func < (left: Self, right: Self) -> Bool }
    protocol CustomDebugStringConvertible { var debugDescription: String { get } }
    protocol CustomReflectable { var customMirror: Mirror { get } }
    protocol CustomStringConvertible { var description: String { get } }
    protocol Error: Sendable {}
    protocol Executor: AnyObject, Sendable { func enqueue(_ job: UnownedJob) }
    protocol ExpressibleByIntegerLiteral { init(integerLiteral value: Int) }
    protocol Hashable: Equatable {}
    protocol Identifiable<ID> { associatedtype ID: Hashable; var id: ID { get } }
    protocol IteratorProtocol<Element> { associatedtype Element; mutating func next() -> Element? }
    protocol LosslessStringConvertible: CustomStringConvertible { init?(_ description: String) }
    protocol Numeric: AdditiveArithmetic, ExpressibleByIntegerLiteral {
      associatedtype Magnitude: Comparable, Numeric
      init?<T>(exactly source: T) where T: BinaryInteger; var magnitude: Magnitude { get }
      static func * (left: Self, right: Self) -> Self
      static func *= (left: inout Self, right: Self)
    }
    protocol RandomNumberGenerator { mutating func next() -> UInt64 }
    protocol RawRepresentable<RawValue> {
      associatedtype RawValue; init?(rawValue: RawValue); var rawValue: RawValue { get }
    }
    protocol Sequence<Element> {
      associatedtype Element
      associatedtype Iterator: IteratorProtocol where Element == Iterator.Element
      func makeIterator() -> Iterator
    }
    protocol SerialExecutor: Executor {}
    protocol SignedNumeric: Numeric {}
    protocol TaskExecutor: Executor {}
    protocol TextOutputStream { mutating func write(_ string: String) }
    protocol TextOutputStreamable {
      func write<Target>(to target: inout Target) where Target: TextOutputStream
    }
    typealias Codable = Decodable & Encodable
    enum Unicode { struct Scalar: Hashable, Sendable {} }
    struct ContinuousClock: Sendable { struct Instant: Hashable, Sendable {} }

    """

  private static let foundationTypes = declarations([
    "struct #: Hashable, Sendable {}": """
    URL Data Date UUID Locale Decimal Calendar TimeZone IndexPath DateInterval URLQueryItem \
    URLComponents DateComponents TimeInterval CGFloat
    """,
    "protocol #: NSObjectProtocol {}": """
    NSCacheDelegate StreamDelegate URLSessionDataDelegate URLSessionDelegate \
    URLSessionDownloadDelegate URLSessionStreamDelegate URLSessionTaskDelegate \
    URLSessionWebSocketDelegate XMLParserDelegate
    """,
  ])

  private static let foundation = """
    protocol ContiguousBytes {
      func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
    }
    protocol CustomNSError: Error {}
    protocol LocalizedError: Error {}
    protocol NSCoding: AnyObject { func encode(with coder: NSCoder); init?(coder: NSCoder) }
    protocol NSCopying: AnyObject { func copy(with zone: NSZone?) -> Any }
    protocol NSObjectProtocol: AnyObject {}
    protocol NSSecureCoding: NSCoding { static var supportsSecureCoding: Bool { get } }
    class NSObject {}
    struct URLRequest: Sendable {}

    """

  private static let combine = """
    protocol Cancellable { func cancel() }
    protocol ObservableObject: AnyObject {}
    protocol Publisher<Output, Failure> {
      associatedtype Output; associatedtype Failure: Error
      func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
    }
    @closed protocol Subject {}; @closed protocol Subscriber {}; @closed protocol Subscription {}

    """
}
