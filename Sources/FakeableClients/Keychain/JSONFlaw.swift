import Foundation

/// Why a value has no JSON form that can be read back. It is found before `JSONSerialization` sees
/// the value, which on some platforms ends the process instead of throwing.
struct JSONFlaw {
  /// The rest of a sentence, with the type of the value at most, never the value.
  let reason: String

  /// The levels of arrays and dictionaries that Foundation's parser takes.
  private static let depthLimit = 512

  static func first(in value: Any) -> JSONFlaw? {
    if isNil(value) {
      return JSONFlaw(reason: "it is nil; removeData(for:) removes what a key holds")
    }
    // Not recursive: depth is one of the flaws, and must not cost the stack of the caller.
    var pending = [(value: value, depth: 1)]
    while let (value, depth) = pending.popLast() {
      let children = children(of: value)
      if children != nil, depth > depthLimit {
        return JSONFlaw(
          reason: "it is more than \(depthLimit) levels deep and could not be read back")
      }
      if let children {
        pending += children.map { ($0, depth + 1) }
      } else if !JSONSerialization.isValidJSONObject([value]) {
        return noForm(of: value)
      }
    }
    // The parts are good; of a whole, Foundation has the last word, so that it cannot trap later.
    let isGood = children(of: value) == nil || JSONSerialization.isValidJSONObject(value)
    return isGood ? nil : noForm(of: value)
  }

  static func noForm(of value: Any) -> JSONFlaw {
    if let number = value as? NSNumber, !number.doubleValue.isFinite {
      return JSONFlaw(reason: "it contains a number that is not finite")
    }
    return JSONFlaw(reason: "JSON has no form for the type \(type(of: value)) in it")
  }

  private static func children(of value: Any) -> [Any]? {
    if let array = value as? [Any] { return array }
    if let dictionary = value as? [String: Any] { return Array(dictionary.values) }
    return nil
  }

  /// Whether an optional without a value came in as `Any`, which Apple's Foundation takes for null
  /// and the other one refuses.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
