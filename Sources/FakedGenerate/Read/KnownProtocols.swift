/// Protocols of the toolchain's own modules, which have no symbol graph beside those of a package.
enum KnownProtocols {
  /// What a fake has to have beside what it has anyway, or `nil` for a protocol that is not known.
  static func requirements(of name: String) -> [String]? {
    let name = withoutOverlay(name)
    if complete.contains(name) || objects.contains(name) { return [] }
    return required[name]
  }

  static let actor = "_Concurrency.Actor"
  static let coded: Set<String> = ["Swift.Decodable", "Swift.Encodable"]
  static let sendable = "Swift.Sendable"

  static func isClassBound(_ name: String) -> Bool {
    let name = withoutOverlay(name)
    return classBound.contains(name) || objects.contains(name)
  }

  /// Whether only `NSObject` and its subclasses conform.
  static func isOfObjects(_ name: String) -> Bool { objects.contains(withoutOverlay(name)) }

  /// In which of its modules Foundation declares something differs from platform to platform.
  private static func withoutOverlay(_ name: String) -> String {
    for module in ["FoundationEssentials.", "FoundationNetworking.", "ObjectiveC."]
    where name.hasPrefix(module) {
      return "Foundation." + name.dropFirst(module.count)
    }
    return name
  }

  private static let classBound: Set<String> = [
    "Combine.ObservableObject", "Swift.AnyObject", "Foundation.NSCopying", "Foundation.NSCoding",
    "Foundation.NSSecureCoding", "Foundation.NSMutableCopying",
  ]

  /// Met by `NSObject`, or optional.
  private static let objects: Set<String> = [
    "Foundation.NSObjectProtocol", "Foundation.URLSessionDelegate",
    "Foundation.URLSessionTaskDelegate", "Foundation.URLSessionDataDelegate",
    "Foundation.URLSessionDownloadDelegate", "Foundation.URLSessionStreamDelegate",
    "Foundation.URLSessionWebSocketDelegate", "Foundation.StreamDelegate",
    "Foundation.XMLParserDelegate", "Foundation.NSCacheDelegate", "Foundation.FileManagerDelegate",
  ]

  /// Met by `Faked`, by the compiler or by the protocol's own extensions.
  private static let complete: Set<String> = [
    actor, sendable, "Swift.AnyObject", "Swift.SendableMetatype", "Swift.Copyable",
    "Swift.Escapable", "Swift.Equatable", "Swift.Hashable", "Swift.Error", "Swift.Decodable",
    "Swift.Encodable", "Foundation.LocalizedError", "Foundation.CustomNSError",
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral", "Swift.ExpressibleByUnicodeScalarLiteral",
    "Observation.Observable", "Combine.ObservableObject",
  ]

  private static let required: [String: [String]] = [
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
    "Swift.TextOutputStream": ["mutating func write(_ string: String)"],
    "Swift.TextOutputStreamable": [
      "func write<Target>(to target: inout Target) where Target : TextOutputStream"
    ],
    "Swift.AdditiveArithmetic": [
      "static var zero: Self { get }", "static func + (left: Self, right: Self) -> Self",
      "static func - (left: Self, right: Self) -> Self",
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
