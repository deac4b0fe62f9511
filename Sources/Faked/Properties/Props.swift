extension Faked {
  /// Returns all stored properties of the fake with their values.
  ///
  /// Inherited properties are included. If a name repeats, the property of the subclass wins. A `nil` property
  /// is a key with a `nil` value, and every other optional is unwrapped by one level. The identity and the IDs
  /// of the fake are stored properties, too. The names are those in the source:
  /// - `lazy var name` is `name`, and `nil` until it is first used.
  /// - `@Wrapper var name` is `name` with the wrapped value. Swift stores it as `_name`, like a plain property
  ///   with that name, so the type decides. A type is a wrapper if it stores `wrappedValue` or
  ///   `projectedValue`, if it is generic over the only value that it stores, or if it isn't `Equatable` and
  ///   stores a single value as `value`, `storage`, or the like. Any other `_name` keeps its name, and so does
  ///   a `_name` next to a property `name`.
  /// - The properties of an `@Observable` class have no underscore.
  ///
  /// Each property is reflected once, and no computed property runs. The properties of an actor are read
  /// without its isolation, so wait until its work has ended. A noncopyable property can't be read: its value
  /// is `()`.
  ///
  /// ```swift
  /// let instance = counter.props()["instanceId"]
  /// #expect(instance is FakeInstance)
  /// ```
  ///
  /// See <doc:Properties>.
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
  /// A path leads through structs, classes, enums (by the name of the case), tuples, optionals, array indices,
  /// and dictionary keys: `"user.address.city"`, `"items.0"`, `"ages.Ann"`. `items[0].name`, the form in
  /// failures, also works. So does the name under which a wrapper is stored: `_name` is the wrapper itself. You
  /// can check an optional property against a plain value, and a plain property against an optional.
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
  /// See <doc:Properties>.
  ///
  /// - Parameters:
  ///   - propName: The name of the property, or a path.
  ///   - expectedValue: The value that the property must have.
  /// - Returns: Always `true`.
  /// - Throws: `FakedError.noPropertyFound` with the existing names, `FakedError.typeMismatch` if the value has
  ///   another type, or `FakedError.assertionFailed` with all differences, or with the part of the path that is
  ///   `nil`.
  @discardableResult
  public func assertProp(_ propName: String, expectedValue: Any?) throws -> Bool {
    try check(propName, expectedValue)
    return true
  }

  /// Checks several properties, and reports all differences in one error, sorted by name.
  ///
  /// Each property is checked as in `assertProp`. An empty dictionary always passes.
  ///
  /// ```swift
  /// try account.assertProps(["age": 41, "nickname": nil, "user.address.city": "Vienna"])
  /// ```
  ///
  /// See <doc:Properties>.
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

  private func check(_ path: String, _ expected: Any?) throws {
    if let failure = failure(at: path, expected: expected) {
      throw FakeFailure.property(failure, of: self).error
    }
  }

  private func failure(at path: String, expected: Any?) -> PropertyFailure? {
    switch follow(path, into: self) {
    case .unknown(let part):
      return PropertyFailure(path: path, reason: .unknown(part))
    case .unreadable:
      return PropertyFailure(path: path, reason: .unreadable)
    case .nothing(let nilPath):
      return PropertyFailure(path: path, reason: .nothing(at: nilPath, expected: expected))
    case .value(let actual):
      let differences = difference(expected: expected, actual: actual)
      return differences.isEmpty
        ? nil : PropertyFailure(path: path, reason: .different(differences))
    }
  }
}
