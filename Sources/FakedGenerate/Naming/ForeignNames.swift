/// The names of types in system modules. Types of an app may have the same names.
enum ForeignNames {
  static let all = names(in: foundation).union(names(in: interface + " " + other))

  /// Returns the names that a file sees if it imports some modules.
  static func visible(in modules: Set<String>) -> Set<String> {
    if modules.isEmpty { return [] }
    let parts: Set = ["Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch"]
    return modules.isSubset(of: parts) ? names(in: foundation) : all
  }

  private static func names(in text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let foundation = """
    AffineTransform AttributeContainer AttributedString AttributedSubstring Bundle ByteCountFormatter \
    CachedURLResponse Calendar CharacterSet ComparisonResult CocoaError Data Date \
    DateComponents DateComponentsFormatter DateFormatter DateInterval DateIntervalFormatter Decimal \
    Dimension DispatchData DistributedNotificationCenter EnergyFormatter Expression FileAttributeKey \
    FileHandle FileManager FileWrapper Formatter FormatStyle HTTPCookie HTTPCookieStorage \
    HTTPURLResponse Host ISO8601DateFormatter IndexPath IndexSet InputStream JSONDecoder JSONEncoder \
    JSONSerialization LengthFormatter ListFormatter Locale LocalizedError LocalizedStringResource \
    MassFormatter Measurement MeasurementFormatter Message MessagePort Morphology Notification \
    NotificationCenter NotificationQueue NumberFormatter Operation OperationQueue OutputStream \
    PersonNameComponents PersonNameComponentsFormatter Pipe Port PortMessage Predicate Process \
    ProcessInfo Progress PropertyListDecoder PropertyListEncoder PropertyListSerialization \
    RecoverableError RelativeDateTimeFormatter RunLoop Scanner SocketPort SortComparator \
    SortDescriptor SortOrder Stream StringTransform TermOfAddress Thread TimeInterval TimeZone Timer \
    URL URLCache URLComponents URLCredential URLCredentialStorage URLError URLProtectionSpace \
    URLProtocol URLQueryItem URLRequest URLResponse URLResource URLResourceKey URLResourceValues \
    URLSession URLSessionConfiguration URLSessionTask UUID UndoManager Unit UnitAngle UnitArea \
    UnitDuration UnitEnergy UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature \
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
