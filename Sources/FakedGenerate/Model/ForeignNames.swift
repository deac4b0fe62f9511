/// The names that types of other modules may have. Types of an app may have the same names.
enum ForeignNames {
  /// Returns the module of a type. Empty if the name only looks like one of a system's types. `nil` if it is unknown.
  static func module(of name: String) -> String? {
    let isDeclared = Toolchain.modules["Foundation"]?.types[name] != nil
    let (isOfFoundation, isOther) = (isDeclared || foundation.has(name), others.has(name))
    guard isOfFoundation || isOther else { return nil }
    if name.hasPrefix("Dispatch") { return "Dispatch" }
    // C declares these types, so their module depends on the system.
    return isOfFoundation && !name.hasPrefix("CF") && !name.hasPrefix("CG") ? "Foundation" : ""
  }

  /// Returns a Boolean value that indicates whether a module of the system has a name.
  static func isModule(_ name: String) -> Bool {
    ["Dispatch", "SwiftUI", "UIKit", "AppKit", "CoreGraphics", "Synchronization"].contains(name)
  }

  private struct Names {
    let names: Set<Substring>
    /// The beginnings of names that Apple's modules use for all of their types.
    let prefixes: [Substring]

    init(_ names: String, prefixes: String) {
      self.names = Set(names.split(separator: " "))
      self.prefixes = prefixes.split(separator: " ")
    }

    func has(_ name: String) -> Bool {
      names.contains(name[...])
        || prefixes.contains {
          name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
        }
    }
  }

  /// The names in Foundation that an app may also use, besides those in `Toolchain`.
  private static let foundation = Names(
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
    """, prefixes: "NS CF CG Dispatch URLSession")

  private static let others = Names(
    """
    Alert Animation Binding Button Color ColorScheme Divider EdgeInsets Environment \
    EnvironmentValues Font Form Gesture Gradient Grid Group Image Label Layout Link List Menu \
    NavigationPath ObservedObject Path Picker Rectangle Scene Section Shape Slider Spacer State \
    Table Text TextField Toggle Transaction Transition View ViewModifier Window \
    AnyCancellable AnyPublisher Cancellable Future Just Logger ObservableObject Publisher Publishers \
    Published Record Scheduler Subject Subscriber Subscription OSLog Connection Mutex Atomic \
    Observable
    """, prefixes: "AV CA CI CK CL CN HK MK PH SK UI WK")
}
