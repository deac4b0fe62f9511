/// Protocols of the toolchain's own modules, which have no symbol graph beside those of a package.
enum KnownProtocols {
  /// What a fake has to have beside what it has anyway, or `nil` for a protocol that is not known.
  static func requirements(of name: String) -> [String]? {
    if complete.contains(name) { return [] }
    return required[name]
  }

  static let actor = "_Concurrency.Actor"
  static let classBound: Set<String> = ["Combine.ObservableObject", "Swift.AnyObject"]
  static let coded: Set<String> = ["Swift.Decodable", "Swift.Encodable"]
  static let sendable = "Swift.Sendable"

  /// Met by `Faked`, by the compiler or by the protocol's own extensions.
  private static let complete: Set<String> = [
    actor, sendable, "Swift.AnyObject", "Swift.SendableMetatype", "Swift.Copyable",
    "Swift.Escapable", "Swift.Equatable", "Swift.Hashable", "Swift.Error", "Swift.Decodable",
    "Swift.Encodable", "Foundation.LocalizedError", "FoundationEssentials.LocalizedError",
    "Foundation.CustomNSError", "Observation.Observable", "Combine.ObservableObject",
  ]

  private static let required: [String: [String]] = [
    "Swift.Identifiable": ["associatedtype ID : Hashable", "var id: ID { get }"],
    "Swift.CustomStringConvertible": ["var description: String { get }"],
    "Swift.CustomDebugStringConvertible": ["var debugDescription: String { get }"],
    "Swift.LosslessStringConvertible": ["init?(_ description: String)"],
    "Swift.Comparable": ["static func < (left: Self, right: Self) -> Bool"],
    "Swift.RawRepresentable": [
      "associatedtype RawValue", "init?(rawValue: RawValue)", "var rawValue: RawValue { get }",
    ],
    "Swift.IteratorProtocol": [
      "associatedtype Element", "mutating func next() -> Element?",
    ],
    "Swift.Sequence": [
      "associatedtype Element",
      "associatedtype Iterator : IteratorProtocol where Self.Element == Self.Iterator.Element",
      "func makeIterator() -> Iterator",
    ],
    "Swift.TextOutputStream": ["mutating func write(_ string: String)"],
  ]
}
