/// The types of the standard library that have an identifier of two or three letters, such as `s:Si`.
enum StandardTypes {
  /// The names, by the letters that follow `s:S`.
  static let names: [String: String] = types.merging(protocols) { first, _ in first }

  /// A Boolean value that indicates whether an identifier with few letters belongs to a protocol.
  static func isProtocol(_ id: String) -> Bool { protocols[String(id.dropFirst(3))] != nil }

  private static let identifiers = Dictionary(
    names.map { ($1, "s:S" + $0) }, uniquingKeysWith: { first, _ in first }
  ).merging(["Unicode.Scalar": "s:s7UnicodeO6ScalarV"]) { first, _ in first }

  /// Returns the type with its identifier. `nil` for other types.
  static func identified(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type,
      let id = identifiers[parts.map(\.name).joined(separator: ".")]
    else { return nil }
    var changed = parts.changingArguments { $0.replacing(identified) }
    changed[parts.count - 1].id = id
    return .named(changed)
  }

  private static let types = [
    "A": "AutoreleasingUnsafeMutablePointer", "a": "Array", "b": "Bool", "D": "Dictionary",
    "d": "Double", "f": "Float", "h": "Set", "I": "DefaultIndices", "i": "Int", "J": "Character",
    "N": "ClosedRange", "n": "Range", "O": "ObjectIdentifier", "P": "UnsafePointer",
    "p": "UnsafeMutablePointer", "q": "Optional", "R": "UnsafeBufferPointer",
    "r": "UnsafeMutableBufferPointer", "S": "String", "s": "Substring", "u": "UInt",
    "V": "UnsafeRawPointer", "v": "UnsafeMutableRawPointer", "W": "UnsafeRawBufferPointer",
    "w": "UnsafeMutableRawBufferPointer", "cC": "CheckedContinuation", "cc": "UnsafeContinuation",
    "cE": "CancellationError", "ce": "UnownedSerialExecutor", "cG": "TaskGroup",
    "cg": "ThrowingTaskGroup", "cJ": "UnownedJob", "cM": "MainActor", "cP": "TaskPriority",
    "cS": "AsyncStream", "cs": "AsyncThrowingStream", "cT": "Task", "ct": "UnsafeCurrentTask",
  ]

  private static let protocols = [
    "B": "BinaryFloatingPoint", "E": "Encodable", "e": "Decodable", "F": "FloatingPoint",
    "G": "RandomNumberGenerator", "H": "Hashable", "j": "Numeric", "K": "BidirectionalCollection",
    "k": "RandomAccessCollection", "L": "Comparable", "l": "Collection", "M": "MutableCollection",
    "m": "RangeReplaceableCollection", "Q": "Equatable", "T": "Sequence", "t": "IteratorProtocol",
    "U": "UnsignedInteger", "X": "RangeExpression", "x": "Strideable", "Y": "RawRepresentable",
    "y": "StringProtocol", "Z": "SignedInteger", "z": "BinaryInteger", "cA": "Actor",
    "cF": "Executor", "cf": "SerialExecutor", "cI": "AsyncIteratorProtocol", "ci": "AsyncSequence",
    "ch": "TaskExecutor",
  ]
}
