/// Facts about types of the standard library and Foundation, whose sources are never given.
enum ToolchainTypes {
  private static let numbers = ToolchainNames.words("""
    Int UInt Double Float Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 TimeInterval CGFloat
    """)

  static let hashable = numbers.union(
    ToolchainNames.words("""
      String Bool Character Substring URL Data Date UUID Locale Decimal Calendar TimeZone IndexPath \
      DateInterval URLQueryItem URLComponents DateComponents AnyHashable ObjectIdentifier
      """))

  static let sendable = hashable.subtracting(["AnyHashable"]).union(
    ToolchainNames.words("""
      Array Dictionary Set Range ClosedRange Optional Duration Never StaticString Void \
      ContinuousClock ContinuousClock.Instant Unicode.Scalar URLRequest Sendable Error Result AsyncStream CancellationError
      """))

  /// Types of the standard library that cannot be copied.
  static let noncopyable: Set = ["Atomic", "AtomicLazyReference", "ExecutorJob", "Job", "Mutex"]

  /// The types whose values cannot outlive the call that they are passed to.
  static let nonescapable: Set = [
    "MutableRawSpan", "MutableSpan", "OutputRawSpan", "OutputSpan", "RawSpan", "Span", "UTF8Span",
  ]

  /// Returns code for the value that a property of the type has before anything sets it.
  static func defaultValue(of type: SwiftType) -> String? {
    switch type.base {
    case .optional, .unwrapped: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .named(let parts):
      guard let last = parts.last, case .toolchain = last.meaning, parts.count == 1 else { return nil }
      if numbers.contains(last.name) { return "0" }
      let values = [
        "String": "\"\"", "Bool": "false", "Array": "[]", "Dictionary": "[:]", "Set": "[]",
        "Optional": "nil",
      ]
      return values[last.name]
    default: return nil
    }
  }
}
