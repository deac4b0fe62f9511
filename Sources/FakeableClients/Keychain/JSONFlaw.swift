import Foundation

/// A reason why a value can't be stored as JSON and read back.
///
/// It is found before the value reaches `JSONSerialization`, which on some platforms traps instead of throwing.
struct JSONFlaw {
  /// The reason as the rest of a sentence. It may name the type of the value, but never shows the value.
  let reason: String

  /// The number of nested arrays and dictionaries that Foundation's parser accepts.
  private static let depthLimit = 512

  static func first(in value: Any) -> JSONFlaw? {
    if isNil(value) {
      return JSONFlaw(reason: "it is nil; removeData(for:) removes what a key holds")
    }
    // Iterate instead of recursing, so that a value that is too deep doesn't overflow the stack.
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
    // The parts are valid. Ask Foundation about the whole value, so that it cannot trap later.
    let isGood = children(of: value) == nil || JSONSerialization.isValidJSONObject(value)
    return isGood ? nil : noForm(of: value)
  }

  static func noForm(of value: Any) -> JSONFlaw {
    if let number = value as? NSNumber, !number.doubleValue.isFinite {
      return JSONFlaw(reason: "it contains a number that is not finite")
    }
    return JSONFlaw(
      reason: "it contains a value of type \(type(of: value)), which JSON cannot represent")
  }

  private static func children(of value: Any) -> [Any]? {
    if let array = value as? [Any] { return array }
    if let dictionary = value as? [String: Any] { return Array(dictionary.values) }
    return nil
  }

  /// Returns a Boolean value that indicates whether `Any` contains an optional without a value.
  ///
  /// Apple's Foundation treats such a value as `null`, and the open-source Foundation rejects it.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
