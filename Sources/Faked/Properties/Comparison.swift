/// Returns a Boolean value that indicates whether two values are equal, without making texts.
///
/// `Equatable` values are equal if `==` returns `true`. Other values are compared part by part: properties, payloads,
/// elements in order, and the members and entries of sets and dictionaries without order. Optionals count as the
/// values that they wrap. Runs the `==` of the values, so don't hold a lock.
func isSame(_ expected: Any?, _ actual: Any?) -> Bool {
  var comparison = Comparison(limit: 0)
  comparison.compare(expected, actual)
  return !comparison.isUnequal
}

/// Returns a Boolean value that indicates whether two values are equal by the same rules, except that objects without
/// `==` are equal only to themselves.
package func seemEqual(_ one: Any, _ other: Any) -> Bool {
  areEqual(one, other) ?? (!isObject(one) && isSame(one, other))
}

/// Returns the first differences between two values, or none if they are equal by the rules of `isSame`.
///
/// - Parameters:
///   - expected: The expected value.
///   - actual: The actual value.
///   - limit: The maximum number of differences.
/// - Returns: The differences, and a Boolean value that indicates whether there may be more.
func differences(
  expected: Any?, actual: Any?, limit: Int
) -> (first: [Difference], mayBeMore: Bool) {
  var comparison = Comparison(limit: limit)
  comparison.compare(expected, actual)
  let found = comparison.differences
  let mayBeMore = found.count > limit || found.count > 1 && comparison.partsLeft <= 0
  return (Array(found.prefix(limit)), mayBeMore)
}

/// Returns the first differences between two values that are known to be unequal, for a message. If the values have
/// too many parts, the result shows them as a whole.
@usableFromInline
func shownDifferences(expected: Any?, actual: Any?) -> String {
  let (first, mayBeMore) = differences(expected: expected, actual: actual, limit: 3)
  // A value can equal another one now, although it did not when it was checked.
  if first.isEmpty { return Difference(path: [], reason: .unequal(expected, actual)).text }
  return (first.map(\.description) + (mayBeMore ? ["…"] : [])).joined(separator: "; ")
}

/// A difference between two values.
struct Difference {
  enum Step {
    case name(String)
    case index(Int)
    case key(Any)
  }

  enum Reason {
    /// The parts of the values were not all compared if `isCut` is `true`.
    case unequal(Any?, Any?, isCut: Bool = false)
    case types(Any, Any)
    /// The collections have different lengths. The first difference of their elements follows.
    case lengths(Int, Int)
    /// Only the expected collection has this element, member, or entry.
    case missing(Any)
    /// Only the actual collection has it.
    case unexpected(Any)
    /// The values can't be compared, so they count as different.
    case incomparable(String)
  }

  /// The path to the difference. Empty for the values themselves.
  let path: [Step]
  let reason: Reason

  /// The path as it is written after another one: `address.city`, or `[2].name`.
  func pathText(after start: String = "") -> String {
    shortened(
      path.reduce(into: start) { text, step in
        switch step {
        case .name(let name): text += text.isEmpty ? name : "." + name
        case .index(let index): text += "[\(index)]"
        case .key(let key): text += "[\(readable(key))]"
        }
      })
  }

  /// The difference without the path: `expected "Vienna", was "Graz"`.
  var text: String {
    switch reason {
    case .unequal(let expected, let actual, let isCut):
      let (left, right) =
        isCut ? (readable(expected), readable(actual)) : readablePair(expected, actual)
      let isNaN = (unwrappingOptionals(expected) as? any FloatingPoint)?.isNaN == true
      let note =
        switch () {
        case _ where isCut: "; they differ further on"
        case _ where left != right: ""
        case _ where isNaN: "; NaN is not equal to itself"
        default: "; they have the same description, but are not equal"
        }
      return "expected \(left), was \(right)\(note)"
    case .types(let expected, let actual):
      let (left, right) = readablePair(expected, actual)
      let types = readableTypes(expected, actual)
      return "expected \(left) (\(types.expected)), was \(right) (\(types.actual))"
    case .lengths(let expected, let actual):
      return "expected \(plural(expected, "element")), was \(actual)"
    case .missing(let value): return "missing \(readable(value))"
    case .unexpected(let value): return "unexpected \(readable(value))"
    case .incomparable(let text): return text
    }
  }

  /// The path and the difference: `address.city: expected "Vienna", was "Graz"`.
  var description: String { path.isEmpty ? text : "\(pathText()): \(text)" }
}

/// Compares two values part by part.
private struct Comparison {
  /// The number of differences after which the comparison stops when it finds another one. 0 asks only whether there
  /// are any.
  let limit: Int
  private(set) var differences: [Difference] = []
  private(set) var isUnequal = false

  private var path: [Difference.Step] = []
  /// The number of parts that may still be compared after the values are known to be unequal.
  private(set) var partsLeft = 2_000
  /// The pairs of objects that were already compared. The comparison of a cycle ends at such a pair.
  private var pairs: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
  /// The objects of the pairs, kept alive so that no other object gets their address.
  private var objects: [AnyObject] = []
  /// The deepest level to compare. Comparing is recursive, and the stacks of most threads are small.
  private static let deepest = 64

  init(limit: Int) { self.limit = limit }

  /// A Boolean value that indicates whether further parts don't matter.
  private var isDone: Bool {
    isUnequal && (limit == 0 || differences.count > limit || partsLeft <= 0)
  }

  mutating func compare(_ expected: Any?, _ actual: Any?) {
    if isDone { return }
    if isUnequal { partsLeft -= 1 }
    switch (unwrappingOptionals(expected), unwrappingOptionals(actual)) {
    case (nil, nil): return
    case (let expected?, let actual?): compareValues(expected, actual)
    case (let expected, let actual): add(.unequal(expected, actual))
    }
  }

  private mutating func compareValues(_ expected: Any, _ actual: Any) {
    let verdict = areEqual(expected, actual)
    if verdict == true { return }
    if verdict == false { isUnequal = true }
    if isDone || !isNewPair(expected, actual) { return }
    if path.count == Self.deepest {
      return add(.incomparable("not compared, it is over \(Self.deepest) levels deep"))
    }
    let countBefore = differences.count
    compareParts(expected, actual, areEquatable: verdict != nil)
    if verdict == false, differences.count == countBefore {
      add(.unequal(expected, actual, isCut: partsLeft <= 0))
    }
  }

  /// Finds the parts that differ in values that are not equal by `==`, or that have no `==`.
  private mutating func compareParts(_ expected: Any, _ actual: Any, areEquatable: Bool) {
    let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    switch (left.displayStyle, right.displayStyle) {
    case (.collection, .collection): compareElements(expected, actual)
    case (.set, .set): compareMembers(expected, actual)
    case (.dictionary, .dictionary): compareEntries(expected, actual)
    case (.tuple, .tuple) where left.children.count == right.children.count:
      compareProperties(expected, actual)
    case _ where isClosure(expected) && isClosure(actual):
      add(.incomparable("closures cannot be compared"))
    case _ where expected is Any.Type && actual is Any.Type: return
    case _ where type(of: expected) != type(of: actual): add(.types(expected, actual))
    case _ where areEquatable && isClearAsWhole(expected, actual): return
    case (.enum, _) where left.children.isEmpty || right.children.isEmpty:
      // Reflection shows nothing of a case without a payload, so compare its text.
      if "\(expected)" != "\(actual)" { add(.unequal(expected, actual)) }
    case _ where left.children.contains { $0.label == nil },
      _ where areEquatable && expected is any Collection:
      compareElements(expected, actual)
    case (let style, _) where left.children.isEmpty && !areEquatable:
      if style == nil || expected is any CustomReflectable {
        add(.incomparable("values of type \(readableType(type(of: expected))) cannot be compared"))
      }
    default: compareProperties(expected, actual)
    }
  }

  /// Returns a Boolean value that indicates whether the texts of two unequal values show the difference better than
  /// their parts do, as those of dates and URLs. The identity of a fake has no other parts that a reader knows.
  private func isClearAsWhole(_ expected: Any, _ actual: Any) -> Bool {
    switch expected {
    case is any Faked, is FakeInstance, is any StringProtocol: true
    case is any CustomStringConvertible: readable(expected) != readable(actual)
    default: false
    }
  }

  // MARK: - Parts

  private mutating func compare(_ expected: Any?, _ actual: Any?, at step: Difference.Step) {
    path.append(step)
    compare(expected, actual)
    path.removeLast()
  }

  private mutating func compareProperties(_ expected: Any, _ actual: Any) {
    let (left, right) = (storedProperties(of: expected), storedProperties(of: actual))
    // A custom mirror may show different parts each time, and so may two cases of an enum.
    if type(of: expected) == type(of: actual), left.map(\.name) != right.map(\.name) {
      return add(.unequal(expected, actual))
    }
    for (one, other) in zip(left, right) { compare(one.value, other.value, at: .name(one.name)) }
  }

  private mutating func compareElements(_ expected: Any, _ actual: Any) {
    let (left, right) = (elements(of: expected), elements(of: actual))
    let isSameLength = left.count == right.count
    if !isSameLength { add(.lengths(left.count, right.count)) }
    let countBefore = differences.count
    for (index, (one, other)) in zip(left, right).enumerated() {
      compare(one, other, at: .index(index))
      // An element more or less would make all later ones differ.
      if isDone || !isSameLength && differences.count > countBefore { return }
    }
    let end = min(left.count, right.count)
    for element in left.dropFirst(end).prefix(1) { add(.missing(element), at: .index(end)) }
    for element in right.dropFirst(end).prefix(1) { add(.unexpected(element), at: .index(end)) }
  }

  private mutating func compareMembers(_ expected: Any, _ actual: Any) {
    guard let left = expected as? Set<AnyHashable>, let right = actual as? Set<AnyHashable> else {
      return compareElements(expected, actual)
    }
    for member in sorted(left.subtracting(right)) { add(.missing(member)) }
    for member in sorted(right.subtracting(left)) { add(.unexpected(member)) }
  }

  private mutating func compareEntries(_ expected: Any, _ actual: Any) {
    guard let left = expected as? [AnyHashable: Any], let right = actual as? [AnyHashable: Any]
    else { return compareElements(expected, actual) }
    let (leftKeys, rightKeys) = (Set(left.keys), Set(right.keys))
    for key in sorted(leftKeys.subtracting(rightKeys)) {
      add(.missing(left[key] as Any), at: .key(key))
    }
    for key in sorted(rightKeys.subtracting(leftKeys)) {
      add(.unexpected(right[key] as Any), at: .key(key))
    }
    for key in sorted(leftKeys.intersection(rightKeys)) where !isDone {
      compare(left[key], right[key], at: .key(key))
    }
  }

  /// Returns values in the order of their texts, unless nobody reads them, or they are too many.
  private func sorted(_ values: Set<AnyHashable>) -> [AnyHashable] {
    guard limit > 0, values.count <= 1_000 else { return Array(values) }
    return values.map { (text: readable($0), value: $0) }.sorted { $0.text < $1.text }.map(\.value)
  }

  // MARK: - Bookkeeping

  private mutating func add(_ reason: Difference.Reason, at step: Difference.Step? = nil) {
    isUnequal = true
    guard limit > 0, differences.count <= limit else { return }
    differences.append(Difference(path: path + (step.map { [$0] } ?? []), reason: reason))
  }

  private mutating func isNewPair(_ expected: Any, _ actual: Any) -> Bool {
    guard isObject(expected), isObject(actual) else { return true }
    let (left, right) = (expected as AnyObject, actual as AnyObject)
    objects += [left, right]
    return pairs[ObjectIdentifier(left), default: []].insert(ObjectIdentifier(right)).inserted
  }
}

/// Returns a Boolean value that indicates whether two values are equal as a whole: by `==`, as types, or as objects.
/// `nil` if they have to be compared part by part.
private func areEqual(_ expected: Any, _ actual: Any) -> Bool? {
  func areEqual<E: Equatable>(_ one: E, _ other: Any) -> Bool? { (other as? E).map { one == $0 } }
  if let one = expected as? any Equatable, let verdict = areEqual(one, actual) { return verdict }
  // If one type is a subclass of the other, the `==` of the superclass compares both.
  if let one = actual as? any Equatable, let verdict = areEqual(one, expected) { return verdict }
  if let expected = expected as? Any.Type, let actual = actual as? Any.Type {
    return expected == actual
  }
  guard isObject(expected), isObject(actual), expected as AnyObject === actual as AnyObject else {
    return nil
  }
  return true
}

/// Returns the elements of a collection, or the parts that the mirror of another value shows.
private func elements(of value: Any) -> AnyCollection<Any> {
  func anyElements(_ collection: some Collection) -> AnyCollection<Any> {
    AnyCollection(collection.lazy.map { $0 as Any })
  }
  if let collection = value as? any Collection { return anyElements(collection) }
  return AnyCollection(Mirror(reflecting: value).children.lazy.map(\.value))
}

/// Returns a Boolean value that indicates whether a value is an object.
///
/// Checks the type, because Apple's platforms can cast every value to `AnyObject`.
private func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }
