/// Returns all differences between two values, or an empty array if they are equal.
///
/// `Equatable` values are equal if `==` returns `true`. Otherwise their parts are compared: properties, payloads,
/// elements in order, and the members and entries of sets and dictionaries without order. Optionals count as the
/// values that they wrap. Runs the `==` and the `description` of the values, so don't hold a lock. Unless `==` returns
/// `true` immediately, every part is reflected.
package func difference(expected: Any?, actual: Any?) -> [Difference] {
  var comparison = StructuralComparison(runsEquality: true)
  comparison.compare(expected, actual, at: "")
  return comparison.differences
}

/// Returns a Boolean value that indicates whether two values are equal by the same rules, without making texts.
///
/// Stops at the first difference. It reads only the `description` of enum cases that have no payload and no `==`.
func isSame(_ expected: Any?, _ actual: Any?) -> Bool {
  var comparison = StructuralComparison(runsEquality: true, wantsTexts: false)
  comparison.compare(expected, actual, at: "")
  return comparison.differences.isEmpty
}

/// Compares two values part by part.
struct StructuralComparison {
  private struct ObjectPair: Hashable {
    let expected: ObjectIdentifier
    let actual: ObjectIdentifier
  }

  /// A Boolean value that indicates whether any `==` may run. If `false`, only library types are compared with `==`.
  let runsEquality: Bool
  /// A Boolean value that indicates whether differences get texts. If `false`, the first difference ends the
  /// comparison.
  let wantsTexts: Bool
  private(set) var differences: [Difference] = []
  /// A Boolean value that indicates whether a comparison for a message ended early.
  private(set) var isCut = false
  /// The number of parts that a comparison for a message may still compare.
  var partsLeft = 10_000
  /// The pairs of objects that were already compared. The comparison of a cycle ends at such a pair.
  private var pairs: Set<ObjectPair> = []
  /// The objects of the pairs, kept alive so that no other object gets their address.
  private var objects: [AnyObject] = []
  private var depth = 0
  /// The deepest level to compare. Comparing is recursive, and the stacks of most threads are small.
  private static let deepest = 64
  /// The maximum number of differences in one message.
  static let maxShown = 5
  /// The maximum number of differences with texts. Further differences are only counted.
  private static let maxTexts = 100

  init(runsEquality: Bool, wantsTexts: Bool = true) {
    self.runsEquality = runsEquality
    self.wantsTexts = wantsTexts
  }

  mutating func compare(_ expected: Any?, _ actual: Any?, at path: String) {
    if hasVerdict { return }
    if !runsEquality {
      partsLeft -= 1
      if partsLeft < 0 || differences.count > Self.maxShown { isCut = true }
      if isCut { return }
    }
    switch (unwrappingOptionals(expected), unwrappingOptionals(actual)) {
    case (nil, nil):
      return
    case (let expected?, let actual?):
      if !areKnownEqual(expected, actual) { compareUnequal(expected, actual, at: path) }
    case (let expected, let actual):
      add(at: path, expected: readable(expected), actual: readable(actual))
    }
  }

  /// Finds the parts that differ in values that are not equal by `==`, or that have no `==`.
  private mutating func compareUnequal(_ expected: Any, _ actual: Any, at path: String) {
    if differences.count >= Self.maxTexts { return add(at: path, expected: "", actual: "") }
    if depth == Self.deepest {
      return addIncomparable(
        expected, actual, at: path, because: "not compared, it is over \(depth) levels deep")
    }
    let hasOwnEquality = type(of: expected) == type(of: actual) && expected is any Equatable
    if !wantsTexts, hasOwnEquality { return addWhole(expected, actual, at: path) }
    if !isNewPair(expected, actual) { return }
    depth += 1
    defer { depth -= 1 }
    let countBefore = differences.count
    compareParts(expected, actual, at: path)
    if hasOwnEquality, differences.count == countBefore, mayCompare(expected) {
      addWhole(expected, actual, at: path)
    }
  }

  private mutating func compareParts(_ expected: Any, _ actual: Any, at path: String) {
    let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    switch (left.displayStyle, right.displayStyle) {
    case (.collection, .collection):
      compareElements(expected, actual, at: path)
    case (.set, .set):
      compareMembers(expected, actual, at: path)
    case (.dictionary, .dictionary):
      compareEntries(expected, actual, at: path)
    case (.tuple, .tuple) where left.children.count == right.children.count:
      compareProperties(expected, actual, at: path)
    case _ where isClosure(expected) && isClosure(actual):
      addIncomparable(expected, actual, at: path, because: "closures cannot be compared")
    case _ where expected is Any.Type && actual is Any.Type:
      addWhole(expected, actual, at: path)
    case _ where type(of: expected) != type(of: actual) && !wantsTexts:
      addWhole(expected, actual, at: path)
    case _ where type(of: expected) != type(of: actual):
      let (expectedText, actualText) = readablePair(expected, actual)
      let (expectedType, actualType) = readableTypes(expected, actual)
      add(
        .type, at: path, expected: "\(expectedText) (\(expectedType))",
        actual: "\(actualText) (\(actualType))")
    case (.enum, _):
      compareCases(expected, left.children.first, actual, right.children.first, at: path)
    case _ where isAtomic(expected):
      if mayCompare(expected) || readable(expected) != readable(actual) {
        addWhole(expected, actual, at: path)
      }
    case _ where left.children.contains { $0.label == nil }:
      compareElements(expected, actual, at: path)
    case (nil, _) where left.children.isEmpty,
      _ where left.children.isEmpty && expected is any CustomReflectable:
      addIncomparable(
        expected, actual, at: path,
        because: "values of type \(readableType(type(of: expected))) cannot be compared")
    default:
      compareProperties(expected, actual, at: path)
    }
  }

  // MARK: - Parts

  private mutating func compareProperties(_ expected: Any, _ actual: Any, at path: String) {
    let (expectedParts, actualParts) = (
      storedProperties(of: expected), storedProperties(of: actual)
    )
    // A custom mirror may show different parts each time.
    if type(of: expected) == type(of: actual),
      expectedParts.map(\.storedName) != actualParts.map(\.storedName)
    {
      return addWhole(expected, actual, at: path)
    }
    for (left, right) in zip(expectedParts, actualParts) {
      let countBefore = differences.count
      compare(left.value, right.value, at: joined(path, left.name))
      // Also compare the other parts of a wrapper, because the type may not be a wrapper.
      if left.isWrapped || right.isWrapped, differences.count == countBefore {
        compare(left.storage, right.storage, at: joined(path, left.storedName))
      }
    }
  }

  private mutating func compareCases(
    _ expected: Any, _ expectedCase: Mirror.Child?, _ actual: Any, _ actualCase: Mirror.Child?,
    at path: String
  ) {
    switch (expectedCase, actualCase) {
    // Reflection shows nothing of a case without a payload, so compare its text.
    case (nil, nil) where "\(expected)" == "\(actual)":
      return
    case (let left?, let right?) where left.label == right.label:
      compare(left.value, right.value, at: joined(path, left.label ?? ""))
    default:
      addWhole(expected, actual, at: path)
    }
  }

  mutating func compareElements(_ expected: Any, _ actual: Any, at path: String) {
    let (left, right) = (Mirror(reflecting: expected).children, Mirror(reflecting: actual).children)
    let (expectedCount, actualCount) = (left.count, right.count)
    let countBefore = differences.count
    let isSameLength = expectedCount == actualCount
    if !isSameLength, !wantsTexts { return addWhole(expected, actual, at: path) }
    var index = 0
    for (one, other) in zip(left, right) {
      let path = isSameLength ? path : ""
      compare(one.value, other.value, at: joined(path, "[\(index)]"))
      if isCut || hasVerdict || !isSameLength && differences.count > countBefore { break }
      index += 1
    }
    if isSameLength { return }
    let first = differences.count > countBefore ? differences[countBefore].description : nil
    differences.removeSubrange(countBefore...)
    let missing = left.dropFirst(index).first.map {
      "[\(index)]: expected \(readable($0.value)), was missing"
    }
    let unexpected = right.dropFirst(index).first.map {
      "[\(index)]: expected no element, was \(readable($0.value))"
    }
    let note = (first ?? (isCut ? nil : missing ?? unexpected)).map { "first difference at \($0)" }
    add(
      .count, at: path, expected: plural(expectedCount, "element"), actual: "\(actualCount)",
      note: note)
  }

  // MARK: - Bookkeeping

  private mutating func isNewPair(_ expected: Any, _ actual: Any) -> Bool {
    guard isObject(expected), isObject(actual) else { return true }
    let (left, right) = (expected as AnyObject, actual as AnyObject)
    objects += [left, right]
    let pair = ObjectPair(expected: ObjectIdentifier(left), actual: ObjectIdentifier(right))
    return pairs.insert(pair).inserted
  }

  /// A Boolean value that indicates whether the comparison can stop.
  private var hasVerdict: Bool { !wantsTexts && !differences.isEmpty }

  mutating func add(
    _ kind: Difference.Kind = .value, at path: String, expected: @autoclosure () -> String,
    actual: @autoclosure () -> String, note: String? = nil
  ) {
    let texts = wantsTexts ? (expected(), actual()) : ("", "")
    differences.append(
      Difference(path: path, kind: kind, expected: texts.0, actual: texts.1, note: note))
  }

  /// Returns a Boolean value that indicates whether `==` may compare a value.
  func mayCompare(_ value: Any) -> Bool { runsEquality || isOfLibraryTypes(value) }

  private func areKnownEqual(_ expected: Any, _ actual: Any) -> Bool {
    if mayCompare(expected), mayCompare(actual) { return areEqual(expected, actual) }
    return isObject(expected) && isObject(actual) && expected as AnyObject === actual as AnyObject
  }

  mutating func addWhole(_ expected: Any, _ actual: Any, at path: String) {
    guard wantsTexts else { return add(at: path, expected: "", actual: "") }
    let (left, right) = readablePair(expected, actual)
    let isNaN = (expected as? any FloatingPoint)?.isNaN == true
    let note =
      isNaN && left == right
      ? "NaN is not equal to itself"
      : left != right
        ? nil
        : isCut ? "they differ further on" : "they have the same description, but are not equal"
    add(at: path, expected: left, actual: right, note: note)
  }

  private mutating func addIncomparable(
    _ expected: Any, _ actual: Any, at path: String, because note: String
  ) {
    guard wantsTexts else { return add(.incomparable, at: path, expected: "", actual: "") }
    let (left, right) = readablePair(expected, actual)
    add(.incomparable, at: path, expected: left, actual: right, note: note)
  }
}
