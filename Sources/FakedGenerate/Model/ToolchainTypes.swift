extension SwiftType {
  /// What a property of the type may hold before anybody writes to it, as code.
  var defaultValue: String? {
    switch base {
    case .optional, .unwrapped: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .named(let parts):
      guard parts.count == 1, let part = parts.last, let id = part.id else { return nil }
      return SwiftType.defaults[id]
    default: return nil
    }
  }

  private static let defaults: [String: String] = {
    var defaults = ["s:SS": "\"\"", "s:Sb": "false", "s:Sa": "[]", "s:SD": "[:]", "s:Sh": "[]"]
    let numbers = [
      "s:Si", "s:Su", "s:Sd", "s:Sf", "s:s4Int8V", "s:s5Int16V", "s:s5Int32V", "s:s5Int64V",
      "s:s5UInt8V", "s:s6UInt16V", "s:s6UInt32V", "s:s6UInt64V", "s:10Foundation12TimeIntervala",
      "c:@T@NSTimeInterval", "s:10Foundation7CGFloatV", "s:14CoreFoundation7CGFloatV",
    ]
    for id in numbers { defaults[id] = "0" }
    return defaults
  }()
}
