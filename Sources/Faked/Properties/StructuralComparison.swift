/// All places at which two values differ; none when they are equal.
///
/// A value that is `Equatable` is equal when its own `==` says so. When that says no, or there is
/// no `==`, the parts are compared: properties, payloads, elements in order, members and entries of
/// sets and dictionaries without. Optionals count as what they wrap. Runs the values' `==` and
/// `description`, so hold no lock. Costs a reflection of every part, unless `==` says yes at once.
package func difference(expected: Any?, actual: Any?) -> [Difference] {
  var comparison = StructuralComparison()
  comparison.compare(expected, actual, at: "")
  return comparison.differences
}

private struct StructuralComparison {
  private struct ObjectPair: Hashable {
    let expected: ObjectIdentifier
    let actual: ObjectIdentifier
  }

  private(set) var differences: [Difference] = []
  /// Pairs of objects that were met before: cycles end here.
  private var pairs: Set<ObjectPair> = []
  /// Keeps the objects of the pairs alive, so that no later one takes their address.
  private var objects: [AnyObject] = []
  private var depth = 0
  /// Comparing goes down by recursion, and the stacks of most threads are small.
  private static let deepest = 64

  mutating func compare(_ expected: Any?, _ actual: Any?, at path: String) {
    switch (bare(expected), bare(actual)) {
    case (nil, nil):
      return
    case (let expected?, let actual?):
      if !areEqual(expected, actual) { compareUnequal(expected, actual, at: path) }
    case (let expected, let actual):
      add(at: path, expected: readable(expected), actual: readable(actual))
    }
  }

  /// What `==` calls unequal, or knows nothing about: looks for the parts that differ.
  private mutating func compareUnequal(_ expected: Any, _ actual: Any, at path: String) {
    if depth == Self.deepest {
      return addIncomparable(
        expected, actual, at: path, because: "not compared, it is over \(depth) levels deep")
    }
    if !isNewPair(expected, actual) { return }
    depth += 1
    defer { depth -= 1 }
    let countBefore = differences.count
    compareParts(expected, actual, at: path)
    let hasOwnEquality = type(of: expected) == type(of: actual) && expected is any Equatable
    if hasOwnEquality, differences.count == countBefore { addWhole(expected, actual, at: path) }
  }

  private mutating func compareParts(_ expected: Any, _ actual: Any, at path: String) {
    let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    switch (left.displayStyle, right.displayStyle) {
    case (.collection, .collection):
      compareElements(elements(of: expected), elements(of: actual), at: path)
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
    case _ where type(of: expected) != type(of: actual):
      let (expectedText, actualText) = readablePair(expected, actual)
      let (expectedType, actualType) = readableTypes(expected, actual)
      add(
        .type, at: path, expected: "\(expectedText) (\(expectedType))",
        actual: "\(actualText) (\(actualType))")
    case (.enum, _):
      compareCases(expected, left.children.first, actual, right.children.first, at: path)
    case _ where isAtomic(expected):
      addWhole(expected, actual, at: path)
    case _ where left.children.contains { $0.label == nil }:
      compareElements(elements(of: expected), elements(of: actual), at: path)
    case (nil, _) where left.children.isEmpty,
      _ where left.children.isEmpty && expected is any CustomReflectable:
      addIncomparable(
        expected, actual, at: path,
        because: "values of type \(type(of: expected)) cannot be compared")
    default:
      compareProperties(expected, actual, at: path)
    }
  }

  // MARK: - Parts

  private mutating func compareProperties(_ expected: Any, _ actual: Any, at path: String) {
    let (expectedParts, actualParts) = (
      storedProperties(of: expected), storedProperties(of: actual)
    )
    // A type may show other parts of itself each time.
    if type(of: expected) == type(of: actual),
      expectedParts.map(\.storedName) != actualParts.map(\.storedName)
    {
      return addWhole(expected, actual, at: path)
    }
    for (left, right) in zip(expectedParts, actualParts) {
      let countBefore = differences.count
      compare(left.value, right.value, at: joined(path, left.name))
      // What else a wrapper stores counts too: to call it a wrapper may have been a wrong guess.
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
    // Without a payload, reflection shows nothing of a case; its text does.
    case (nil, nil) where "\(expected)" == "\(actual)":
      return
    case (let left?, let right?) where left.label == right.label:
      compare(left.value, right.value, at: joined(path, left.label ?? ""))
    default:
      addWhole(expected, actual, at: path)
    }
  }

  private mutating func compareElements(_ expected: [Any], _ actual: [Any], at path: String) {
    if expected.count == actual.count {
      for (index, (left, right)) in zip(expected, actual).enumerated() {
        compare(left, right, at: joined(path, "[\(index)]"))
      }
      return
    }
    let count = differences.count
    var index = 0
    while index < expected.count, index < actual.count, differences.count == count {
      compare(expected[index], actual[index], at: "[\(index)]")
      index += 1
    }
    let first = differences.count > count ? differences[count] : nil
    differences.removeSubrange(count...)
    let firstText =
      if let first {
        first.description
      } else if index < expected.count {
        "[\(index)]: expected \(readable(expected[index])), was missing"
      } else {
        "[\(index)]: expected no element, was \(readable(actual[index]))"
      }
    add(
      .count, at: path,
      expected: "\(expected.count) \(expected.count == 1 ? "element" : "elements")",
      actual: "\(actual.count)", note: "first difference at \(firstText)")
  }

  private mutating func compareMembers(_ expected: Any, _ actual: Any, at path: String) {
    guard let expectedSet = expected as? Set<AnyHashable>,
      let actualSet = actual as? Set<AnyHashable>
    else { return compareElements(elements(of: expected), elements(of: actual), at: path) }
    let missing = expectedSet.subtracting(actualSet)
    let unexpected = actualSet.subtracting(expectedSet)
    if missing.isEmpty, unexpected.isEmpty { return }
    func list(_ members: Set<AnyHashable>) -> String {
      shortened(members.map(readable).sorted().joined(separator: ", "))
    }
    add(.members, at: path, expected: list(missing), actual: list(unexpected))
  }

  private mutating func compareEntries(_ expected: Any, _ actual: Any, at path: String) {
    guard let expectedEntries = expected as? [AnyHashable: Any],
      let actualEntries = actual as? [AnyHashable: Any]
    else { return compareElements(elements(of: expected), elements(of: actual), at: path) }
    let keys = Set(expectedEntries.keys).union(actualEntries.keys)
    for (text, key) in keys.map({ (readable($0), $0) }).sorted(by: { $0.0 < $1.0 }) {
      let path = joined(path, "[\(text)]")
      switch (expectedEntries[key], actualEntries[key]) {
      case (let left?, let right?): compare(left, right, at: path)
      case (let left?, nil): add(at: path, expected: readable(left), actual: "missing")
      case (nil, let right): add(at: path, expected: "no entry", actual: readable(right))
      }
    }
  }

  // MARK: - Bookkeeping

  private mutating func isNewPair(_ expected: Any, _ actual: Any) -> Bool {
    guard isObject(expected), isObject(actual) else { return true }
    let (left, right) = (expected as AnyObject, actual as AnyObject)
    objects += [left, right]
    let pair = ObjectPair(expected: ObjectIdentifier(left), actual: ObjectIdentifier(right))
    return pairs.insert(pair).inserted
  }

  private mutating func add(
    _ kind: Difference.Kind = .value, at path: String, expected: String, actual: String,
    note: String? = nil
  ) {
    differences.append(
      Difference(path: path, kind: kind, expected: expected, actual: actual, note: note))
  }

  private mutating func addWhole(_ expected: Any, _ actual: Any, at path: String) {
    let (left, right) = readablePair(expected, actual)
    let note = left == right ? "they read alike, but are not equal" : nil
    add(at: path, expected: left, actual: right, note: note)
  }

  private mutating func addIncomparable(
    _ expected: Any, _ actual: Any, at path: String, because note: String
  ) {
    let (left, right) = readablePair(expected, actual)
    add(.incomparable, at: path, expected: left, actual: right, note: note)
  }
}

// MARK: - Kinds of values

/// Equality without a look at the parts: by `==`, as the same type, or as the same object.
private func areEqual(_ expected: Any, _ actual: Any) -> Bool {
  func areEqual<E: Equatable>(_ one: E, _ other: Any) -> Bool? { (other as? E).map { one == $0 } }
  if let one = expected as? any Equatable, let areEqual = areEqual(one, actual) { return areEqual }
  // One may be of a subclass of the other, and the `==` of the superclass then takes both.
  if let one = actual as? any Equatable { return areEqual(one, expected) ?? false }
  if let expected = expected as? Any.Type, let actual = actual as? Any.Type {
    return expected == actual
  }
  return isObject(expected) && isObject(actual) && expected as AnyObject === actual as AnyObject
}

private func elements(of collection: Any) -> [Any] {
  Mirror(reflecting: collection).children.map(\.value)
}

/// Asked of the type, because Apple's platforms let every value be cast to `AnyObject`.
private func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }

/// Whether the parts of an `Equatable` value say nothing to a reader, as those of a date or of a
/// fake's identity.
private func isAtomic(_ value: Any) -> Bool {
  guard value is any Equatable else { return false }
  if value is any CustomReflectable || value is any Faked || value is FakeInstance { return true }
  let typeName = String(reflecting: type(of: value))
  return ["Swift.", "Foundation"].contains(where: typeName.hasPrefix)
}
