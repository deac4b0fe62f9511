/// Facts about types of the standard library and Foundation, which have no symbol graph here.
enum ToolchainTypes {
  private static let numbers: Set = [
    "s:Si", "s:Su", "s:Sd", "s:Sf", "s:s4Int8V", "s:s5Int16V", "s:s5Int32V", "s:s5Int64V",
    "s:s5UInt8V", "s:s6UInt16V", "s:s6UInt32V", "s:s6UInt64V", "s:10Foundation12TimeIntervala",
    "c:@T@NSTimeInterval", "s:10Foundation7CGFloatV", "s:14CoreFoundation7CGFloatV",
  ]

  /// Plain values of Foundation. The platform determines in which of two modules they are.
  private static let values = Set(
    ["10Foundation", "20FoundationEssentials"].flatMap { module in
      [
        "3URLV", "4DataV", "4DateV", "4UUIDV", "6LocaleV", "7DecimalV", "8CalendarV", "8TimeZoneV",
        "9IndexPathV", "12DateIntervalV", "12URLQueryItemV", "13URLComponentsV",
        "14DateComponentsV",
      ].map { "s:" + module + $0 }
    })

  static let hashable = numbers.union(values).union(["s:SS", "s:Sb", "s:SJ", "s:Ss"])

  static let sendable = hashable.union([
    "s:Sa", "s:SD", "s:Sh", "s:Sn", "s:SN", "s:SO", "s:s8DurationV", "s:s5NeverO",
    "s:s12StaticStringV", "s:s7UnicodeO6ScalarV", "s:12_Concurrency15ContinuousClockV",
    "s:12_Concurrency15ContinuousClockV7InstantV", "s:10Foundation10URLRequestV",
    "s:20FoundationNetworking10URLRequestV", "s:s8SendableP", "s:s5ErrorP",
  ])

  /// Types of the standard library that cannot be copied.
  static let noncopyable: Set = [
    "Atomic", "AtomicLazyReference", "ExecutorJob", "Job", "Mutex",
  ]

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
      guard parts.count == 1, let id = parts[0].id else { return nil }
      if numbers.contains(id) { return "0" }
      return ["s:SS": "\"\"", "s:Sb": "false", "s:Sa": "[]", "s:SD": "[:]", "s:Sh": "[]"][id]
    default: return nil
    }
  }
}
