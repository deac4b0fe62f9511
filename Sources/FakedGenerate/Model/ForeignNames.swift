/// The names that types of other modules may have. Types of an app may have the same names.
enum ForeignNames {
  /// Returns the module of a type. Empty if the name only looks like one of a system's types. `nil` if it is unknown.
  static func module(of name: String) -> String? {
    let prefix = prefixes.first { prefix, _ in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
    }
    if let prefix { return prefix.value }
    let isOfFoundation = Toolchain.modules["Foundation"]?.types[name] != nil
    if isOfFoundation || foundation.contains(name[...]) { return "Foundation" }
    return others.contains(name[...]) ? "" : nil
  }

  /// Returns a Boolean value that indicates whether a module of the system has a name.
  static func isModule(_ name: String) -> Bool {
    ["Dispatch", "SwiftUI", "UIKit", "AppKit", "CoreGraphics", "Synchronization"].contains(name)
  }

  /// The beginnings of names that Apple's modules use for all of their types, with the module. C declares some of these
  /// types, so their module depends on the system.
  private static let prefixes: KeyValuePairs = [
    "NS": "Foundation", "URLSession": "Foundation", "Dispatch": "Dispatch", "AV": "", "CA": "",
    "CF": "", "CG": "", "CI": "", "CK": "", "CL": "", "CN": "", "HK": "", "MK": "", "PH": "",
    "SK": "", "UI": "", "WK": "",
  ]

  /// The names in Foundation that an app may also use, besides those in `Toolchain`.
  private static let foundation = Set(
    """
    AffineTransform AlignmentOptions AttributedString BlockOperation Bundle ByteCountFormatStyle \
    ByteCountFormatter CachedURLResponse CharacterSet CocoaError Comparator ComparisonResult \
    DataProtocol DateComponentsFormatter DateFormatter DateIntervalFormatter Dimension \
    DiscreteFormatStyle EnergyFormatter Expression FileAttributeKey FileHandle FileManager \
    FileManagerDelegate FileWrapper FormatStyle Formatter HTTPCookie HTTPCookiePropertyKey \
    HTTPCookieStorage HTTPURLResponse Host ISO8601DateFormatter IndexSet InputStream JSONDecoder \
    JSONEncoder JSONSerialization KeyPathComparator LengthFormatter ListFormatStyle ListFormatter \
    LocalizedStringResource MassFormatter Measurement MeasurementFormatter Message MessagePort \
    MutableDataProtocol Notification NotificationCenter NotificationQueue NumberFormatter \
    ObjCBool OperatingSystemVersion Operation OperationQueue OutputStream POSIXError \
    ParseStrategy PersonNameComponents Pipe Port Predicate Process ProcessInfo Progress \
    PropertyListDecoder PropertyListEncoder QualityOfService RecoverableError \
    RelativeDateTimeFormatter RunLoop Scanner SortComparator SortDescriptor SortOrder Stream \
    StringStyle StringTransform Thread Timer URLAuthenticationChallenge \
    URLAuthenticationChallengeSender URLCache URLCredential URLCredentialStorage URLError \
    URLProtectionSpace URLProtocol URLProtocolClient URLResource URLResponse URLSession \
    UndoManager Unit UnitLength UserDefaults ValueTransformer XMLDocument XMLElement XMLNode \
    XMLParser
    """.split(separator: " "))

  private static let others = Set(
    """
    Alert Animation Binding Button Color ColorScheme Divider EdgeInsets Environment \
    EnvironmentValues Font Form Gesture Gradient Grid Group Image Label Layout Link List Menu \
    NavigationPath ObservedObject Path Picker Rectangle Scene Section Shape Slider Spacer State \
    Table Text TextField Toggle Transaction Transition View ViewModifier Window \
    AnyCancellable AnyPublisher Cancellable Future Just Logger ObservableObject Publisher Publishers \
    Published Record Scheduler Subject Subscriber Subscription OSLog Connection Mutex Atomic \
    Observable
    """.split(separator: " "))
}
