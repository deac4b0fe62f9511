/// The names of types in modules that come with the toolchain or the system, whose sources are never given.
enum ToolchainNames {
  /// Returns the module of a type. Empty if the name only looks like one of a system's types. `nil` if it is unknown.
  static func module(of name: String) -> String? {
    if standard.contains(name) || protocols.contains(name) || classes.contains(name) { return "Swift" }
    if name.hasPrefix("Dispatch") { return "Dispatch" }
    if ForeignNames.foundationOnly.contains(name) { return name.isOfC ? "" : "Foundation" }
    return ForeignNames.all.contains(name) ? "" : nil
  }

  static func isModule(_ name: String) -> Bool {
    ["Swift", "_Concurrency", "Foundation", "FoundationNetworking", "Dispatch", "Combine"]
      .contains(name)
  }

  /// Returns a Boolean value that indicates whether a type of the toolchain is a protocol.
  static func isProtocol(_ name: String) -> Bool {
    protocols.contains(name) || name == "Codable"
      || ToolchainProtocols.fullName(of: name, in: nil).map { $0 != "Swift.AnyObject" } ?? false
  }

  static let classes: Set = words("""
    AnyKeyPath KeyPath ManagedBuffer PartialKeyPath ReferenceWritableKeyPath WritableKeyPath
    """)

  private static let protocols: Set = words("""
    Actor AdditiveArithmetic AsyncIteratorProtocol AsyncSequence BidirectionalCollection \
    BinaryFloatingPoint BinaryInteger BitwiseCopyable CVarArg CaseIterable Clock CodingKey \
    CodingKeyRepresentable Collection Comparable CustomDebugStringConvertible \
    CustomLeafReflectable CustomPlaygroundDisplayConvertible CustomReflectable \
    CustomStringConvertible Decodable Decoder DurationProtocol Encodable Encoder Equatable Error \
    Executor ExpressibleByArrayLiteral ExpressibleByBooleanLiteral \
    ExpressibleByDictionaryLiteral ExpressibleByExtendedGraphemeClusterLiteral \
    ExpressibleByFloatLiteral ExpressibleByIntegerLiteral ExpressibleByNilLiteral \
    ExpressibleByStringInterpolation ExpressibleByStringLiteral \
    ExpressibleByUnicodeScalarLiteral FixedWidthInteger FloatingPoint GlobalActor Hashable \
    Identifiable InstantProtocol IteratorProtocol KeyedDecodingContainerProtocol \
    KeyedEncodingContainerProtocol LazyCollectionProtocol LazySequenceProtocol \
    LosslessStringConvertible MirrorPath MutableCollection Numeric OptionSet \
    RandomAccessCollection RandomNumberGenerator RangeExpression RangeReplaceableCollection \
    RawRepresentable RegexComponent SIMD Sendable SendableMetatype Sequence SerialExecutor \
    SetAlgebra SignedInteger SignedNumeric SingleValueDecodingContainer \
    SingleValueEncodingContainer Strideable StringProtocol TaskExecutor TextOutputStream \
    TextOutputStreamable UnkeyedDecodingContainer UnkeyedEncodingContainer UnsignedInteger \
    DistributedActor DistributedActorSystem
    """)

  private static let standard: Set = words("""
    Any AnyActor AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex AnyIterator \
    AnyObject AnyRandomAccessCollection AnyRegexOutput AnySequence Array ArraySlice AsyncStream \
    AsyncThrowingStream Atomic AtomicLazyReference Bool BooleanLiteralType CBool CChar CDouble \
    CFloat CInt CLong CLongLong CShort CUnsignedChar CUnsignedInt CUnsignedLong \
    CUnsignedLongLong CVaListPointer CancellationError Character CheckedContinuation ClosedRange \
    Codable CodingUserInfoKey CollectionDifference CollectionOfOne CommandLine ContiguousArray \
    ContinuousClock Copyable CountableClosedRange CountableRange DecodingError DefaultIndices \
    Dictionary DiscardingTaskGroup Double Duration EmptyCollection EncodingError \
    EnumeratedSequence Escapable ExecutorJob FlattenSequence Float Float16 Float32 Float64 Float80 \
    FloatLiteralType FloatingPointRoundingRule FloatingPointSign Hasher IndexingIterator \
    InlineArray Int Int128 Int16 Int32 Int64 Int8 IntegerLiteralType Job JobPriority \
    KeyValuePairs KeyedDecodingContainer KeyedEncodingContainer LazyFilterSequence \
    LazyMapSequence LazySequence MemoryLayout Mirror MutableRawSpan MutableSpan Mutex Never \
    ObjectIdentifier OpaquePointer Optional OutputRawSpan OutputSpan PartialRangeFrom \
    PartialRangeThrough PartialRangeUpTo Range RangeSet RawSpan Regex Repeated Result \
    ReversedCollection Set Slice Span StaticBigInt StaticString StringLiteralType StrideThrough \
    StrideTo String Substring SuspendingClock SystemRandomNumberGenerator Task TaskGroup \
    TaskPriority ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64 \
    UInt8 UTF16 UTF32 UTF8 UTF8Span Unicode UnicodeScalar Unmanaged UnownedJob \
    UnownedSerialExecutor UnownedTaskExecutor UnsafeBufferPointer UnsafeContinuation \
    UnsafeCurrentTask UnsafeMutableBufferPointer UnsafeMutablePointer \
    UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer \
    UnsafeRawPointer UnsafeThrowingContinuation Void Zip2Sequence
    """)

  static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}

extension String {
  /// A Boolean value that indicates whether C or Objective-C declares a type with the name, so that the module depends on
  /// the system.
  fileprivate var isOfC: Bool { hasPrefix("CF") || hasPrefix("CG") }
}

/// The names that types of other modules may have. Types of an app may have the same names.
struct ForeignNames: Equatable, Sendable {
  private let names: Set<String>
  /// The beginnings of names that Apple's modules use for all of their types, such as `NS` and `CG`.
  private let prefixes: [String]

  private init(_ texts: String..., prefixes: String) {
    names = Set(texts.flatMap { $0.split(separator: " ") }.map(String.init))
    self.prefixes = prefixes.split(separator: " ").map(String.init)
  }

  static let all = ForeignNames(
    foundation, interface, other, prefixes: foundationPrefixes + " " + otherPrefixes)
  private static let none = ForeignNames(prefixes: "")
  static let foundationOnly = ForeignNames(foundation, prefixes: foundationPrefixes)

  /// Returns the names that a file sees if it imports some modules.
  static func visible(in modules: Set<String>) -> ForeignNames {
    if modules.isEmpty { return none }
    let parts: Set = ["Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch"]
    return modules.isSubset(of: parts) ? foundationOnly : all
  }

  /// Returns a Boolean value that indicates whether one of the modules may declare a type with the name.
  func contains(_ name: String) -> Bool {
    names.contains(name)
      || prefixes.contains {
        name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
      }
  }

  private static let foundationPrefixes = "NS CF CG Dispatch"
  private static let otherPrefixes = "AV CA CI CK CL CN HK MK PH SK UI WK"

  /// The names in Foundation on Linux, and some that only other systems have.
  private static let foundation = """
    AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup AttributeScope \
    AttributeScopeCodableConfiguration AttributeScopes AttributedString \
    AttributedStringAttributeMutation AttributedStringKey AttributedStringProtocol \
    AttributedSubstring BlockOperation Bundle ByteCountFormatStyle ByteCountFormatter \
    CachedURLResponse Calendar CharacterSet CocoaError CodableAttributedStringKey \
    CodableConfiguration CodableWithConfiguration ComparableComparator Comparator \
    ComparisonResult ContiguousBytes CurrencyFormatStyleConfiguration CustomNSError Data \
    DataProtocol Date DateComponents DateComponentsFormatter DateFormatter DateInterval \
    DateIntervalFormatter Decimal DecodableAttributedStringKey DecodableWithConfiguration \
    DecodingConfigurationProviding DescriptiveNumberFormatConfiguration Dimension \
    DiscontiguousAttributedSubstring DiscreteFormatStyle DistributedNotificationCenter \
    EncodableAttributedStringKey EncodableWithConfiguration EncodingConfigurationProviding \
    EnergyFormatter Expression FileAttributeKey FileAttributeType FileHandle FileManager \
    FileManagerDelegate FileProtectionType FileWrapper FloatingPointFormatStyle \
    FloatingPointParseStrategy FormatStyle FormatStyleCapitalizationContext Formatter HTTPCookie \
    HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse Host ISO8601DateFormatter IndexPath \
    IndexSet InflectionRule InputStream IntegerFormatStyle IntegerParseStrategy JSONDecoder \
    JSONEncoder JSONSerialization KeyPathComparator LengthFormatter ListFormatStyle \
    ListFormatter Locale LocalizedError LocalizedStringResource \
    MarkdownDecodableAttributedStringKey MassFormatter Measurement MeasurementFormatter Message \
    MessagePort Morphology MutableDataProtocol Notification NotificationCenter NotificationQueue \
    NumberFormatStyleConfiguration NumberFormatter ObjCBool OperatingSystemVersion Operation \
    OperationQueue OutputStream POSIXError ParseStrategy ParseableFormatStyle \
    PersonNameComponents PersonNameComponentsFormatter Pipe Port PortDelegate PortMessage \
    Predicate PredicateBindings PredicateError PredicateExpression PredicateExpressions Process \
    ProcessInfo Progress ProgressKind ProgressReporting ProgressUserInfoKey PropertyListDecoder \
    PropertyListEncoder PropertyListSerialization QualityOfService RecoverableError \
    ReferenceConvertible RelativeDateTimeFormatter RunLoop Scanner ScopedAttributeContainer \
    SocketNativeHandle SocketPort SortComparator SortDescriptor SortOrder \
    StandardPredicateExpression Stream StreamDelegate StreamNetworkServiceTypeValue \
    StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel StringStyle \
    StringTransform TermOfAddress Thread TimeInterval TimeZone Timer URL \
    URLAuthenticationChallenge URLAuthenticationChallengeSender URLCache URLComponents \
    URLCredential URLCredentialStorage URLError URLFileResourceType URLProtectionSpace \
    URLProtocol URLProtocolClient URLQueryItem URLRequest URLResource URLResourceKey \
    URLResourceValues URLResponse URLSession URLSessionConfiguration URLSessionDataDelegate \
    URLSessionDataTask URLSessionDelegate URLSessionDownloadDelegate URLSessionDownloadTask \
    URLSessionStreamDelegate URLSessionStreamTask URLSessionTask URLSessionTaskDelegate \
    URLSessionTaskMetrics URLSessionTaskTransactionMetrics URLSessionUploadTask \
    URLSessionWebSocketDelegate URLSessionWebSocketTask UUID UndoManager Unit UnitAcceleration \
    UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear UnitDispersion \
    UnitDuration UnitElectricCharge UnitElectricCurrent UnitElectricPotentialDifference \
    UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency UnitIlluminance \
    UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature \
    UnitVolume UserDefaults ValueTransformer XMLDocument XMLElement XMLNode XMLParser
    """

  private static let interface = """
    Alert Animation Binding Button Color ColorScheme Divider EdgeInsets Environment \
    EnvironmentValues Font Form Gesture Gradient Grid Group Image Label Layout Link List Menu \
    NavigationPath ObservedObject Path Picker Rectangle Scene Section Shape Slider Spacer State \
    Table Text TextField Toggle Transaction Transition View ViewModifier Window
    """

  private static let other = """
    AnyCancellable AnyPublisher Cancellable Future Just Logger ObservableObject Publisher Publishers \
    Published Record Scheduler Subject Subscriber Subscription OSLog Connection Mutex Atomic \
    Observable
    """
}
