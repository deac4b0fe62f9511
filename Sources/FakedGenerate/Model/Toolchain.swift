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

  /// Returns the source of a module. `nil` for other modules.
  static func source(of module: String) -> String? {
    switch module {
    case "Swift": swift + types
    case "Foundation": foundation
    case "Combine": combine
    default: nil
    }
  }

  /// Returns a Boolean value that indicates whether one of the protocols has defaults for all requirements of this one.
  static func isMet(_ name: String, by others: Set<String>) -> Bool {
    met[name].map { !others.isDisjoint(with: $0) } ?? false
  }

  private static let met: [String: Set<String>] = [
    "Swift.Sequence": ["Swift.Collection"], "Swift.SetAlgebra": ["Swift.OptionSet"],
    "Swift.ExpressibleByArrayLiteral": ["Swift.SetAlgebra"],
    "Swift.ExpressibleByUnicodeScalarLiteral": [
      "Swift.ExpressibleByExtendedGraphemeClusterLiteral"
    ],
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral": ["Swift.ExpressibleByStringLiteral"],
  ]
  static let coded: Set<String> = ["Swift.Decodable", "Swift.Encodable"]

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
      guard parts.count == 1, case .declared(let type) = parts[0].meaning, type.isOfToolchain else {
        return nil
      }
      return numbers.contains(parts[0].name) ? "0" : values[parts[0].name]
    default: return nil
    }
  }

  /// The types that only have to be known by name, or that share their conformances.
  private static var types: String {
    func list(_ words: String, _ start: String, _ end: String) -> String {
      words.split { $0 == " " || $0 == "\n" }.map { "\(start) \($0)\(end)\n" }.joined()
    }
    return list(hashable, "struct", ": Hashable, Sendable {}")
      + list(sendable, "struct", ": Sendable {}") + list(others, "struct", " {}")
      + list(classes, "class", " {}") + list(noncopyable, "struct", ": ~Copyable {}")
      + list(nonescapable, "struct", ": ~Escapable {}")
      + list(closed, "@closed protocol", " {}")
  }

  private static let hashable = """
    Int UInt Double Float Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 String Bool \
    Character Substring ObjectIdentifier
    """
  private static let sendable =
    "Array Dictionary Set Range ClosedRange Optional Duration Never "
    + "StaticString Result AsyncStream CancellationError Void"
  private static let noncopyable = "Atomic AtomicLazyReference ExecutorJob Job Mutex"
  private static let nonescapable =
    "MutableRawSpan MutableSpan OutputRawSpan OutputSpan RawSpan Span UTF8Span"
  private static let classes =
    "AnyKeyPath KeyPath ManagedBuffer PartialKeyPath ReferenceWritableKeyPath WritableKeyPath"
  /// Protocols whose requirements are not listed, so that they cannot be inherited.
  private static let closed = """
    BinaryFloatingPoint BinaryInteger BitwiseCopyable CVarArg CodingKeyRepresentable \
    CustomLeafReflectable FixedWidthInteger FloatingPoint GlobalActor \
    KeyedDecodingContainerProtocol KeyedEncodingContainerProtocol LazyCollectionProtocol \
    LazySequenceProtocol MirrorPath RangeExpression RegexComponent SIMD SignedInteger \
    SingleValueDecodingContainer SingleValueEncodingContainer StringProtocol \
    UnkeyedDecodingContainer UnkeyedEncodingContainer UnsignedInteger DistributedActor \
    DistributedActorSystem
    """
  private static let others = """
    AnyActor AnyBidirectionalCollection AnyClass AnyCollection AnyIndex AnyIterator \
    AnyRandomAccessCollection AnyRegexOutput AnySequence ArraySlice AsyncThrowingStream \
    BooleanLiteralType CBool CChar CDouble CFloat CInt CLong CLongLong CShort CUnsignedChar \
    CUnsignedInt CUnsignedLong CUnsignedLongLong CVaListPointer CheckedContinuation \
    CodingUserInfoKey CollectionDifference CollectionOfOne CommandLine ContiguousArray Copyable \
    CountableClosedRange CountableRange DecodingError DefaultIndices DiscardingTaskGroup \
    EmptyCollection EncodingError EnumeratedSequence Escapable FlattenSequence Float16 Float32 \
    Float64 Float80 FloatLiteralType FloatingPointRoundingRule FloatingPointSign Hasher \
    IndexingIterator InlineArray Int128 IntegerLiteralType JobPriority KeyValuePairs \
    KeyedDecodingContainer KeyedEncodingContainer LazyFilterSequence LazyMapSequence \
    LazySequence MemoryLayout Mirror OpaquePointer PartialRangeFrom PartialRangeThrough \
    PartialRangeUpTo RangeSet Regex Repeated ReversedCollection Slice StaticBigInt \
    StringLiteralType StrideThrough StrideTo SuspendingClock SystemRandomNumberGenerator Task \
    TaskGroup TaskPriority ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt128 UTF16 UTF32 \
    UTF8 UnicodeScalar Unmanaged UnownedJob UnownedSerialExecutor UnownedTaskExecutor \
    UnsafeBufferPointer UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer \
    UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer \
    UnsafeRawBufferPointer UnsafeRawPointer UnsafeThrowingContinuation Zip2Sequence
    """

  private static let swift = """
    protocol Actor: Sendable {}
    protocol AdditiveArithmetic: Equatable {
      static var zero: Self { get }; static func + (left: Self, right: Self) -> Self
      static func - (left: Self, right: Self) -> Self
    }
    protocol AnyObject {}
    protocol AsyncIteratorProtocol {
      associatedtype Element; mutating func next() async throws -> Element?
    }
    protocol AsyncSequence<Element> {
      associatedtype Element
      associatedtype AsyncIterator: AsyncIteratorProtocol where Element == AsyncIterator.Element
      func makeAsyncIterator() -> AsyncIterator
    }
    protocol BidirectionalCollection<Element>: Collection {
      func index(before i: Index) -> Index
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
    protocol Collection<Element>: Sequence {
      associatedtype Element; associatedtype Index: Comparable; var startIndex: Index { get }
      var endIndex: Index { get }; subscript(position: Index) -> Element { get }
      func index(after i: Index) -> Index
    }
    protocol Comparable: Equatable { static func < (left: Self, right: Self) -> Bool }
    protocol Copyable {}
    protocol CustomDebugStringConvertible { var debugDescription: String { get } }
    protocol CustomReflectable { var customMirror: Mirror { get } }
    protocol CustomStringConvertible { var description: String { get } }
    protocol Decodable {}
    protocol Decoder {
      var codingPath: [any CodingKey] { get }; var userInfo: [CodingUserInfoKey: Any] { get }
      func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> where Key: CodingKey
      func unkeyedContainer() throws -> any UnkeyedDecodingContainer
      func singleValueContainer() throws -> any SingleValueDecodingContainer
    }
    protocol DurationProtocol: Comparable, AdditiveArithmetic, Sendable {
      static func / (left: Self, right: Int) -> Self
      static func * (left: Self, right: Int) -> Self
      static func / (left: Self, right: Self) -> Double
    }
    protocol Encodable {}
    protocol Encoder {
      var codingPath: [any CodingKey] { get }; var userInfo: [CodingUserInfoKey: Any] { get }
      func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> where Key: CodingKey
      func unkeyedContainer() -> any UnkeyedEncodingContainer
      func singleValueContainer() -> any SingleValueEncodingContainer
    }
    protocol Equatable {}
    protocol Error: Sendable {}
    protocol Escapable {}
    protocol Executor: AnyObject, Sendable { func enqueue(_ job: UnownedJob) }
    protocol ExpressibleByArrayLiteral {
      associatedtype ArrayLiteralElement; init(arrayLiteral elements: ArrayLiteralElement...)
    }
    protocol ExpressibleByBooleanLiteral { init(booleanLiteral value: Bool) }
    protocol ExpressibleByDictionaryLiteral {
      associatedtype Key; associatedtype Value
      init(dictionaryLiteral elements: (Key, Value)...)
    }
    protocol ExpressibleByExtendedGraphemeClusterLiteral: ExpressibleByUnicodeScalarLiteral {
      init(extendedGraphemeClusterLiteral value: Character)
    }
    protocol ExpressibleByFloatLiteral { init(floatLiteral value: Double) }
    protocol ExpressibleByIntegerLiteral { init(integerLiteral value: Int) }
    protocol ExpressibleByNilLiteral { init(nilLiteral: ()) }
    protocol ExpressibleByStringInterpolation: ExpressibleByStringLiteral {}
    protocol ExpressibleByStringLiteral: ExpressibleByExtendedGraphemeClusterLiteral {
      init(stringLiteral value: String)
    }
    protocol ExpressibleByUnicodeScalarLiteral {
      init(unicodeScalarLiteral value: Unicode.Scalar)
    }
    protocol Hashable: Equatable {}
    protocol Identifiable<ID> {
      associatedtype ID: Hashable; var id: ID { get }
    }
    protocol InstantProtocol<Duration>: Comparable, Hashable, Sendable {
      associatedtype Duration: DurationProtocol; func advanced(by duration: Duration) -> Self
      func duration(to other: Self) -> Duration
    }
    protocol IteratorProtocol<Element> {
      associatedtype Element; mutating func next() -> Element?
    }
    protocol LosslessStringConvertible: CustomStringConvertible { init?(_ description: String) }
    protocol MutableCollection<Element>: Collection {
      subscript(position: Index) -> Element { get set }
    }
    protocol Numeric: AdditiveArithmetic, ExpressibleByIntegerLiteral {
      associatedtype Magnitude: Comparable, Numeric
      init?<T>(exactly source: T) where T: BinaryInteger; var magnitude: Magnitude { get }
      static func * (left: Self, right: Self) -> Self
      static func *= (left: inout Self, right: Self)
    }
    protocol Observable {}
    protocol OptionSet: SetAlgebra, RawRepresentable {
      associatedtype RawValue: FixedWidthInteger; init(rawValue: RawValue)
    }
    protocol RandomAccessCollection<Element>: BidirectionalCollection {}
    protocol RandomNumberGenerator { mutating func next() -> UInt64 }
    protocol RangeReplaceableCollection<Element>: Collection {
      init()
      mutating func replaceSubrange<C>(_ subrange: Range<Index>, with newElements: C) where C: Collection, Self.Element == C.Element
    }
    protocol RawRepresentable<RawValue> {
      associatedtype RawValue; init?(rawValue: RawValue); var rawValue: RawValue { get }
    }
    protocol Sendable {}
    protocol SendableMetatype {}
    protocol Sequence<Element> {
      associatedtype Element
      associatedtype Iterator: IteratorProtocol where Element == Iterator.Element
      func makeIterator() -> Iterator
    }
    protocol SerialExecutor: Executor {}
    protocol SetAlgebra<Element>: Equatable, ExpressibleByArrayLiteral {
      associatedtype Element; init(); func contains(_ member: Element) -> Bool
      func union(_ other: Self) -> Self; func intersection(_ other: Self) -> Self
      func symmetricDifference(_ other: Self) -> Self
      @discardableResult mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element)
      @discardableResult mutating func remove(_ member: Element) -> Element?
      @discardableResult mutating func update(with newMember: Element) -> Element?
      mutating func formUnion(_ other: Self); mutating func formIntersection(_ other: Self)
      mutating func formSymmetricDifference(_ other: Self)
    }
    protocol SignedNumeric: Numeric {}
    protocol Strideable: Comparable {
      associatedtype Stride: Comparable, SignedNumeric
      func distance(to other: Self) -> Stride; func advanced(by n: Stride) -> Self
    }
    protocol TaskExecutor: Executor {}
    protocol TextOutputStream { mutating func write(_ string: String) }
    protocol TextOutputStreamable {
      func write<Target>(to target: inout Target) where Target: TextOutputStream
    }
    typealias Codable = Decodable & Encodable
    enum Unicode { struct Scalar: Hashable, Sendable {} }
    struct ContinuousClock: Sendable { struct Instant: Hashable, Sendable {} }
    struct AnyHashable: Hashable {}

    """

  private static let foundation = """
    protocol ContiguousBytes {
      func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
    }
    protocol CustomNSError: Error {}
    protocol FormatStyle: Decodable, Encodable, Hashable {
      associatedtype FormatInput; associatedtype FormatOutput
      func format(_ value: FormatInput) -> FormatOutput
    }
    protocol LocalizedError: Error {}
    protocol NSCacheDelegate: NSObjectProtocol {}
    protocol NSCoding: AnyObject {
      func encode(with coder: NSCoder); init?(coder: NSCoder)
    }
    protocol NSCopying: AnyObject { func copy(with zone: NSZone?) -> Any }
    protocol NSMutableCopying: AnyObject { func mutableCopy(with zone: NSZone?) -> Any }
    protocol NSObjectProtocol: AnyObject {}
    protocol NSSecureCoding: AnyObject, NSCoding {
      func encode(with coder: NSCoder); init?(coder: NSCoder)
      static var supportsSecureCoding: Bool { get }
    }
    protocol ParseStrategy: Decodable, Encodable, Hashable {
      associatedtype ParseInput; associatedtype ParseOutput
      func parse(_ value: ParseInput) throws -> ParseOutput
    }
    protocol RecoverableError: Error {
      var recoveryOptions: [String] { get }
      func attemptRecovery(optionIndex recoveryOptionIndex: Int) -> Bool
    }
    protocol SortComparator: Hashable {
      associatedtype Compared; var order: SortOrder { get set }
      func compare(_ left: Compared, _ right: Compared) -> ComparisonResult
    }
    protocol StreamDelegate: NSObjectProtocol {}
    protocol URLSessionDataDelegate: NSObjectProtocol {}
    protocol URLSessionDelegate: NSObjectProtocol {}
    protocol URLSessionDownloadDelegate: NSObjectProtocol {}
    protocol URLSessionStreamDelegate: NSObjectProtocol {}
    protocol URLSessionTaskDelegate: NSObjectProtocol {}
    protocol URLSessionWebSocketDelegate: NSObjectProtocol {}
    protocol XMLParserDelegate: NSObjectProtocol {}
    class NSObject {}
    struct URL: Hashable, Sendable {}
    struct Data: Hashable, Sendable {}
    struct Date: Hashable, Sendable {}
    struct UUID: Hashable, Sendable {}
    struct Locale: Hashable, Sendable {}
    struct Decimal: Hashable, Sendable {}
    struct Calendar: Hashable, Sendable {}
    struct TimeZone: Hashable, Sendable {}
    struct IndexPath: Hashable, Sendable {}
    struct DateInterval: Hashable, Sendable {}
    struct URLQueryItem: Hashable, Sendable {}
    struct URLComponents: Hashable, Sendable {}
    struct DateComponents: Hashable, Sendable {}
    struct TimeInterval: Hashable, Sendable {}
    struct CGFloat: Hashable, Sendable {}
    struct URLRequest: Sendable {}

    """

  private static let combine = """
    protocol Cancellable { func cancel() }
    protocol ConnectablePublisher: Publisher { func connect() -> any Cancellable }
    protocol CustomCombineIdentifierConvertible: AnyObject {}
    protocol ObservableObject: AnyObject {}
    protocol Publisher<Output, Failure> {
      associatedtype Output; associatedtype Failure: Error
      func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
    }
    protocol Subject<Output, Failure>: AnyObject, Publisher {
      func send(_ value: Output); func send(completion: Subscribers.Completion<Failure>)
      func send(subscription: any Subscription)
    }
    protocol Subscriber: AnyObject, CustomCombineIdentifierConvertible {
      associatedtype Input; associatedtype Failure: Error
      func receive(subscription: any Subscription)
      func receive(_ input: Input) -> Subscribers.Demand
      func receive(completion: Subscribers.Completion<Failure>)
    }
    protocol Subscription: AnyObject, Cancellable, CustomCombineIdentifierConvertible {
      func request(_ demand: Subscribers.Demand)
    }
    protocol TopLevelDecoder {
      associatedtype Input
      func decode<T>(_ type: T.Type, from: Input) throws -> T where T: Decodable
    }
    protocol TopLevelEncoder {
      associatedtype Output; func encode<T>(_ value: T) throws -> Output where T: Encodable
    }

    """
}
