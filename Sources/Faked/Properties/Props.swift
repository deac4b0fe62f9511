extension Faked {
  /// Returns all stored properties of the fake with their values.
  ///
  /// Inherited properties are included. If a name repeats, the property of the subclass wins. A `nil` property
  /// is a key with a `nil` value, and every other optional is unwrapped by one level. The identity and the IDs
  /// of the fake are stored properties, too. The names are those in the source:
  /// - `lazy var name` is `name`, and `nil` until it is first used.
  /// - `@Wrapper var name` is `_name` with the wrapper, as Swift stores it.
  /// - The properties of an `@Observable` class have no underscore.
  ///
  /// No computed property runs. The properties of an actor are read without its isolation, so wait until its
  /// work has ended. A noncopyable property can't be read: its value is `()`.
  ///
  /// ```swift
  /// let instance = counter.props()["instanceId"]
  /// #expect(instance is FakeInstance)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Returns: The values by the names of the properties.
  public func props() -> [String: Any?] {
    let named = storedProperties(of: self).map {
      ($0.name, unwrappingOptionals($0.value, levels: 1))
    }
    return Dictionary(named) { first, _ in first }
  }

  /// Checks the value of a stored property, or of a property inside it.
  ///
  /// A path leads through structs, classes, enums (by the name of the case), tuples, and optionals:
  /// `"user.address.city"`. You can check an optional property against a plain value, and a plain property against an optional.
  ///
  /// ```swift
  /// try account.assertProp("user.address.city", expectedValue: "Vienna")
  /// ```
  ///
  /// An `Equatable` value is compared with its own `==`, and only the path is reflected. Other values are
  /// compared part by part, in time in proportion to their size: structs, classes (including cyclic ones),
  /// enums, tuples, and collections. The order of sets and dictionaries and the depth of optionals don't matter.
  /// A closure is never equal to anything, and neither is a value that is nested more than 64 levels deep. To check
  /// a value that contains one, check the paths of its other parts. Noncopyable parts are not compared.
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameters:
  ///   - propName: The name of the property, or a path.
  ///   - expectedValue: The value that the property must have.
  /// - Returns: Always `true`.
  /// - Throws: `FakedError.noPropertyFound` with the existing names, `FakedError.typeMismatch` if the value has
  ///   another type, or `FakedError.assertionFailed` with the first 10 differences, or with the part of the path
  ///   that is `nil`.
  @discardableResult
  public func assertProp(_ propName: String, expectedValue: Any?) throws -> Bool {
    guard let failure = failure(at: propName, expected: expectedValue) else { return true }
    throw FakeFailure.property(failure, of: self).error
  }

  /// Checks several properties, and reports all differences in one error, sorted by name.
  ///
  /// Each property is checked as in `assertProp`. An empty dictionary always passes.
  ///
  /// ```swift
  /// try account.assertProps(["age": 41, "nickname": nil, "user.address.city": "Vienna"])
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter expected: The expected values by the names or paths of the properties.
  /// - Returns: Always `true`.
  /// - Throws: `FakedError.noPropertyFound` if every failure is an unknown name, and otherwise
  ///   `FakedError.assertionFailed`.
  @discardableResult
  public func assertProps(_ expected: [String: Any?]) throws -> Bool {
    let failures = expected.sorted { $0.key < $1.key }.compactMap {
      failure(at: $0.key, expected: $0.value)
    }
    if failures.isEmpty { return true }
    throw FakeFailure.properties(failures, checked: expected.count, of: self).error
  }

  private func failure(at path: String, expected: Any?) -> PropertyFailure? {
    var value: Any = self
    var walked = path.prefix(0)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard let owner = unwrappingOptionals(value) else {
        return PropertyFailure(path: path, reason: .nothing(at: walked, expected: expected))
      }
      guard let part = storedProperties(of: owner).first(where: { $0.name == name }) else {
        return PropertyFailure(path: path, reason: .missing(name, in: owner, at: walked))
      }
      value = part.value
      walked = path[..<name.endIndex]
    }
    let (first, mayBeMore) = differences(expected: expected, actual: value, limit: 10)
    return first.isEmpty
      ? nil : PropertyFailure(path: path, reason: .different(first, mayBeMore: mayBeMore))
  }
}

// MARK: - Failures

/// A property without the expected value.
struct PropertyFailure {
  enum Reason {
    /// A step of the path does not exist. Its owner is at the end of another path, which is empty for the fake.
    case missing(Substring, in: Any, at: Substring)
    /// The path continues, but this part of it is `nil`.
    case nothing(at: Substring, expected: Any?)
    case different([Difference], mayBeMore: Bool)
  }

  let path: String
  let reason: Reason

  /// A Boolean value that indicates whether the path leads to no property.
  var isUnknown: Bool { if case .missing = reason { true } else { false } }

  /// A Boolean value that indicates whether the value as a whole is of another type.
  var isOfOtherType: Bool {
    guard case .different(let differences, _) = reason, case .types = differences[0].reason else {
      return false
    }
    return differences[0].path.isEmpty
  }

  /// The lines of this failure alone.
  func lines(of fake: String) -> [String] {
    switch reason {
    case .missing: return items(of: fake)
    case .different(let found, let mayBeMore) where found.count > 1:
      let count = mayBeMore ? "at least \(found.count)" : "\(found.count)"
      return ["\(fake).\(shortened(path)): \(count) differences."] + items(of: fake)
    case .different, .nothing: return ["\(fake).\(items(of: fake)[0])."]
    }
  }

  /// The lines of this failure in a list of failures.
  fileprivate func items(of fake: String) -> [String] {
    let path = shortened(path)
    switch reason {
    case .missing(let name, let owner, let ownerPath):
      let type = readableType(type(of: owner))
      let holder = ownerPath.isEmpty ? fake : "\(fake).\(shortened("\(ownerPath)")) (\(type))"
      let head = "\(holder) has no property \(quoted(String(name)))."
      let names = storedProperties(of: owner).map(\.name)
      if names.isEmpty { return ["\(head) It has none."] }
      let nearest = nearestName(to: String(name), among: names)
      let advice = nearest.map { "Did you mean \(quoted($0))? " } ?? ""
      return ["\(head) \(advice)It has: \(abridged(names.sorted()).joined(separator: ", "))."]
    case .nothing(let nilPath, let expected):
      return ["\(path): expected \(readable(expected)), but \(shortened("\(nilPath)")) is nil"]
    case .different(let differences, let mayBeMore):
      return differences.map { "\($0.pathText(after: path)): \($0.text)" }
        + (mayBeMore ? ["…"] : [])
    }
  }

}

extension [PropertyFailure] {
  /// The lines of all failures among the checked properties of a fake.
  func lines(checked: Int, of fake: String) -> [String] {
    let (noun, verb) = (checked == 1 ? "property" : "properties", count == 1 ? "is" : "are")
    let head = "\(fake): \(count) of \(checked) \(noun) \(verb) not as expected."
    return [head] + flatMap { $0.items(of: fake) }
  }
}

/// Returns the name that is nearest to an unknown name, or `nil` if no name is similar enough for a typing error.
///
/// Compares the first thousand names, and only names of at most 100 bytes.
package func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.lowercased())
  guard wanted.count <= 100 else { return nil }
  let near = names.prefix(1_000).compactMap { candidate -> (distance: Int, name: String)? in
    let letters = Array(candidate.lowercased().prefix(101))
    let limit = max(1, max(wanted.count, letters.count) / 3)
    guard letters.count <= 100, abs(wanted.count - letters.count) <= limit else { return nil }
    let changes = wanted.difference(from: letters)
    // A replaced letter, or one that changed its place, is removed and inserted, but is only one mistake.
    let distance = max(changes.insertions.count, changes.removals.count)
    return distance <= limit && distance < wanted.count ? (distance, candidate) : nil
  }
  // Of equally near names, take the first in the alphabet.
  return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

// MARK: - Stored properties

/// Returns the stored properties of a value with their names in the source: those of a subclass before those that it
/// inherits, and for an enum its payload under the name of the case.
func storedProperties(of subject: Any) -> [(name: String, value: Any)] {
  let lazyPrefix = "$__lazy_storage_$_"
  return sequence(first: Mirror(reflecting: subject), next: \.superclassMirror).flatMap { mirror in
    let isObserved = mirror.children.contains { $0.label == "_$observationRegistrar" }
    return mirror.children.compactMap { child -> (name: String, value: Any)? in
      guard let label = child.label else { return nil }
      if label.hasPrefix(lazyPrefix) {
        // The compiler wraps the value of a lazy property in an optional.
        let value = unwrappingOptionals(child.value, levels: 1) ?? child.value
        return (String(label.dropFirst(lazyPrefix.count)), value)
      }
      // The compiler or a macro added it, such as `$defaultActor`.
      if label.hasPrefix("$") || label.hasPrefix("_$") { return nil }
      // Reflection names the elements of a tuple `.0` and `.1`.
      let hasPrefix = label.hasPrefix(".") || isObserved && label.hasPrefix("_")
      return (hasPrefix ? String(label.dropFirst()) : label, child.value)
    }
  }
}
