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

  /// Returns the module of a type. Empty if the name only looks like one of a system's types. `nil` if it is unknown.
  static func module(of name: String) -> String? {
    if name.hasPrefix("Dispatch") { return "Dispatch" }
    // C declares these types, so their module depends on the system.
    if name.hasPrefix("CF") || name.hasPrefix("CG") { return all.contains(name) ? "" : nil }
    return foundationOnly.contains(name) ? "Foundation" : all.contains(name) ? "" : nil
  }

  /// Returns a Boolean value that indicates whether a module of the system has a name.
  static func isModule(_ name: String) -> Bool {
    ["Dispatch", "SwiftUI", "UIKit", "AppKit", "CoreGraphics", "Synchronization"].contains(name)
  }

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

  private static let foundationPrefixes = "NS CF CG Dispatch URLSession"
  private static let otherPrefixes = "AV CA CI CK CL CN HK MK PH SK UI WK"

  /// The names in Foundation that an app may also use.
  private static let foundation = """
    AffineTransform AlignmentOptions AttributedString BlockOperation Bundle \
    ByteCountFormatStyle ByteCountFormatter CachedURLResponse Calendar CharacterSet CocoaError \
    Comparator ComparisonResult ContiguousBytes CustomNSError Data DataProtocol Date \
    DateComponents DateComponentsFormatter DateFormatter DateInterval DateIntervalFormatter \
    Decimal Dimension DiscreteFormatStyle EnergyFormatter Expression FileAttributeKey \
    FileHandle FileManager FileManagerDelegate FileWrapper FormatStyle Formatter HTTPCookie \
    HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse Host ISO8601DateFormatter IndexPath \
    IndexSet InputStream JSONDecoder JSONEncoder JSONSerialization KeyPathComparator \
    LengthFormatter ListFormatStyle ListFormatter Locale LocalizedError LocalizedStringResource \
    MassFormatter Measurement MeasurementFormatter Message MessagePort MutableDataProtocol \
    Notification NotificationCenter NotificationQueue NumberFormatter ObjCBool \
    OperatingSystemVersion Operation OperationQueue OutputStream POSIXError ParseStrategy \
    PersonNameComponents Pipe Port Predicate Process ProcessInfo Progress PropertyListDecoder \
    PropertyListEncoder QualityOfService RecoverableError RelativeDateTimeFormatter RunLoop \
    Scanner SortComparator SortDescriptor SortOrder Stream StreamDelegate StringStyle \
    StringTransform Thread TimeInterval TimeZone Timer URL URLAuthenticationChallenge \
    URLAuthenticationChallengeSender URLCache URLComponents URLCredential URLCredentialStorage \
    URLError URLProtectionSpace URLProtocol URLProtocolClient URLQueryItem URLRequest \
    URLResource URLResponse URLSession URLSessionConfiguration URLSessionDataDelegate \
    URLSessionDataTask URLSessionDelegate URLSessionDownloadDelegate URLSessionDownloadTask \
    URLSessionStreamDelegate URLSessionStreamTask URLSessionTask URLSessionTaskDelegate \
    URLSessionTaskMetrics URLSessionTaskTransactionMetrics URLSessionUploadTask \
    URLSessionWebSocketDelegate URLSessionWebSocketTask UUID UndoManager Unit UnitLength \
    UserDefaults ValueTransformer XMLDocument XMLElement XMLNode XMLParser
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
