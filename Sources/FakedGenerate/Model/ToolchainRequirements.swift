/// The declarations of the requirements that a fake of a toolchain protocol has to meet.
enum ToolchainRequirements {
  static let declarations: [String: [String]] = [
    "Swift.Identifiable": ["associatedtype ID : Hashable", "var id: ID { get }"],
    "Swift.CustomStringConvertible": ["var description: String { get }"],
    "Swift.CustomDebugStringConvertible": ["var debugDescription: String { get }"],
    "Swift.LosslessStringConvertible": ["init?(_ description: String)"],
    "Swift.CustomReflectable": ["var customMirror: Mirror { get }"],
    "Swift.Comparable": ["static func < (left: Self, right: Self) -> Bool"],
    "Swift.CaseIterable": ["static var allCases: [Self] { get }"],
    "Swift.RawRepresentable": [
      "associatedtype RawValue", "init?(rawValue: RawValue)", "var rawValue: RawValue { get }",
    ],
    "Swift.CodingKey": [
      "init?(stringValue: String)", "init?(intValue: Int)", "var stringValue: String { get }",
      "var intValue: Int? { get }",
    ],
    "Swift.ExpressibleByUnicodeScalarLiteral": [
      "init(unicodeScalarLiteral value: Unicode.Scalar)"
    ],
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral": [
      "init(extendedGraphemeClusterLiteral value: Character)"
    ],
    "Swift.ExpressibleByStringLiteral": ["init(stringLiteral value: String)"],
    "Swift.ExpressibleByIntegerLiteral": ["init(integerLiteral value: Int)"],
    "Swift.ExpressibleByFloatLiteral": ["init(floatLiteral value: Double)"],
    "Swift.ExpressibleByBooleanLiteral": ["init(booleanLiteral value: Bool)"],
    "Swift.ExpressibleByNilLiteral": ["init(nilLiteral: ())"],
    "Swift.IteratorProtocol": [
      "associatedtype Element", "mutating func next() -> Element?",
    ],
    "Swift.Sequence": [
      "associatedtype Element",
      "associatedtype Iterator : IteratorProtocol where Self.Element == Self.Iterator.Element",
      "func makeIterator() -> Iterator",
    ],
    "_Concurrency.AsyncIteratorProtocol": [
      "associatedtype Element", "mutating func next() async throws -> Element?",
    ],
    "_Concurrency.AsyncSequence": [
      "associatedtype Element",
      "associatedtype AsyncIterator : AsyncIteratorProtocol "
        + "where Self.Element == Self.AsyncIterator.Element",
      "func makeAsyncIterator() -> AsyncIterator",
    ],
    "Swift.Collection": [
      "associatedtype Element", "associatedtype Index : Comparable",
      "var startIndex: Index { get }", "var endIndex: Index { get }",
      "subscript(position: Index) -> Element { get }", "func index(after i: Index) -> Index",
    ],
    "Swift.BidirectionalCollection": ["func index(before i: Index) -> Index"],
    "Swift.MutableCollection": ["subscript(position: Index) -> Element { get set }"],
    "Swift.RangeReplaceableCollection": [
      "init()",
      "mutating func replaceSubrange<C>(_ subrange: Range<Index>, with newElements: C) "
        + "where C : Collection, Self.Element == C.Element",
    ],
    "Swift.SetAlgebra": [
      "associatedtype Element", "init()", "func contains(_ member: Element) -> Bool",
      "func union(_ other: Self) -> Self", "func intersection(_ other: Self) -> Self",
      "func symmetricDifference(_ other: Self) -> Self",
      "@discardableResult mutating func insert(_ newMember: Element) "
        + "-> (inserted: Bool, memberAfterInsert: Element)",
      "@discardableResult mutating func remove(_ member: Element) -> Element?",
      "@discardableResult mutating func update(with newMember: Element) -> Element?",
      "mutating func formUnion(_ other: Self)", "mutating func formIntersection(_ other: Self)",
      "mutating func formSymmetricDifference(_ other: Self)",
    ],
    "Swift.OptionSet": [
      "associatedtype RawValue : FixedWidthInteger", "init(rawValue: RawValue)",
    ],
    "Swift.ExpressibleByArrayLiteral": [
      "associatedtype ArrayLiteralElement", "init(arrayLiteral elements: ArrayLiteralElement...)",
    ],
    "Swift.ExpressibleByDictionaryLiteral": [
      "associatedtype Key", "associatedtype Value",
      "init(dictionaryLiteral elements: (Key, Value)...)",
    ],
    "Swift.RandomNumberGenerator": ["mutating func next() -> UInt64"],
    "Swift.CustomPlaygroundDisplayConvertible": ["var playgroundDescription: Any { get }"],
    "Swift.CVarArg": ["var _cVarArgEncoding: [Int] { get }"],
    "Swift.Encoder": [
      "var codingPath: [any CodingKey] { get }", "var userInfo: [CodingUserInfoKey : Any] { get }",
      "func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> "
        + "where Key : CodingKey",
      "func unkeyedContainer() -> any UnkeyedEncodingContainer",
      "func singleValueContainer() -> any SingleValueEncodingContainer",
    ],
    "Swift.Decoder": [
      "var codingPath: [any CodingKey] { get }", "var userInfo: [CodingUserInfoKey : Any] { get }",
      "func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> "
        + "where Key : CodingKey",
      "func unkeyedContainer() throws -> any UnkeyedDecodingContainer",
      "func singleValueContainer() throws -> any SingleValueDecodingContainer",
    ],
    "Swift.Strideable": [
      "associatedtype Stride : Comparable, SignedNumeric",
      "func distance(to other: Self) -> Stride", "func advanced(by n: Stride) -> Self",
    ],
    "Swift.Numeric": [
      "associatedtype Magnitude : Comparable, Numeric",
      "init?<T>(exactly source: T) where T : BinaryInteger", "var magnitude: Magnitude { get }",
      "static func * (left: Self, right: Self) -> Self",
      "static func *= (left: inout Self, right: Self)",
    ],
    "Swift.DurationProtocol": [
      "static func / (left: Self, right: Int) -> Self",
      "static func * (left: Self, right: Int) -> Self",
      "static func / (left: Self, right: Self) -> Double",
    ],
    "Swift.InstantProtocol": [
      "associatedtype Duration : DurationProtocol",
      "func advanced(by duration: Duration) -> Self", "func duration(to other: Self) -> Duration",
    ],
    "_Concurrency.Clock": [
      "associatedtype Duration",
      "associatedtype Instant : InstantProtocol where Self.Duration == Self.Instant.Duration",
      "var now: Instant { get }", "var minimumResolution: Duration { get }",
      "func sleep(until deadline: Instant, tolerance: Duration?) async throws",
    ],
    "_Concurrency.Executor": ["func enqueue(_ job: UnownedJob)"],
    "Swift.TextOutputStream": ["mutating func write(_ string: String)"],
    "Swift.TextOutputStreamable": [
      "func write<Target>(to target: inout Target) where Target : TextOutputStream"
    ],
    "Swift.AdditiveArithmetic": [
      "static var zero: Self { get }", "static func + (left: Self, right: Self) -> Self",
      "static func - (left: Self, right: Self) -> Self",
    ],
    "Combine.Cancellable": ["func cancel()"],
    "Combine.Subscription": ["func request(_ demand: Subscribers.Demand)"],
    "Combine.Publisher": [
      "associatedtype Output", "associatedtype Failure : Error",
      "func receive<S>(subscriber: S) "
        + "where S : Subscriber, Self.Failure == S.Failure, Self.Output == S.Input",
    ],
    "Combine.ConnectablePublisher": ["func connect() -> any Cancellable"],
    "Combine.Subscriber": [
      "associatedtype Input", "associatedtype Failure : Error",
      "func receive(subscription: any Subscription)",
      "func receive(_ input: Input) -> Subscribers.Demand",
      "func receive(completion: Subscribers.Completion<Failure>)",
    ],
    "Combine.Subject": [
      "func send(_ value: Output)", "func send(completion: Subscribers.Completion<Failure>)",
      "func send(subscription: any Subscription)",
    ],
    "Combine.TopLevelEncoder": [
      "associatedtype Output",
      "func encode<T>(_ value: T) throws -> Output where T : Encodable",
    ],
    "Combine.TopLevelDecoder": [
      "associatedtype Input",
      "func decode<T>(_ type: T.Type, from: Input) throws -> T where T : Decodable",
    ],
    "Foundation.ContiguousBytes": [
      "func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R"
    ],
    "Foundation.RecoverableError": [
      "var recoveryOptions: [String] { get }",
      "func attemptRecovery(optionIndex recoveryOptionIndex: Int) -> Bool",
    ],
    "Foundation.FormatStyle": [
      "associatedtype FormatInput", "associatedtype FormatOutput",
      "func format(_ value: FormatInput) -> FormatOutput",
    ],
    "Foundation.ParseStrategy": [
      "associatedtype ParseInput", "associatedtype ParseOutput",
      "func parse(_ value: ParseInput) throws -> ParseOutput",
    ],
    "Foundation.SortComparator": [
      "associatedtype Compared", "var order: SortOrder { get set }",
      "func compare(_ left: Compared, _ right: Compared) -> ComparisonResult",
    ],
    "Foundation.NSCopying": ["func copy(with zone: NSZone?) -> Any"],
    "Foundation.NSMutableCopying": ["func mutableCopy(with zone: NSZone?) -> Any"],
    "Foundation.NSCoding": ["func encode(with coder: NSCoder)", "init?(coder: NSCoder)"],
    "Foundation.NSSecureCoding": [
      "func encode(with coder: NSCoder)", "init?(coder: NSCoder)",
      "static var supportsSecureCoding: Bool { get }",
    ],
  ]
}
