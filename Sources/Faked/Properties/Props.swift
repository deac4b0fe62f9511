extension Faked {
  /// All stored properties with their values: the test's window on what a fake keeps.
  ///
  /// Inherited properties are included; where names repeat, the subclass's wins. A `nil` property
  /// is a key with a `nil` value, any other optional is unwrapped by one level. The names are those
  /// in the source:
  /// - `lazy var name` is `name`, and `nil` until it is first used.
  /// - `@Wrapper var name` is `name` with the wrapped value, though it is stored as `_name`.
  ///   Reflection does not tell a wrapper from a plain property that is called `_name`, so the type
  ///   decides: a wrapper stores `wrappedValue` or `projectedValue`; or it is generic over a value
  ///   that is all it stores, or that it stores as `value`, `storage` or the like; or it is not
  ///   `Equatable`, and stores one thing only, under such a name. Everything else stays `_name`,
  ///   and so does every `_name` beside a property `name`.
  /// - The properties of an `@Observable` class lose the underscore that the macro puts before
  ///   them.
  ///
  /// Every property is reflected and boxed once; no computed property runs. The properties of an
  /// actor are read without its isolation, so wait for its work to end first. A noncopyable
  /// property cannot be read: its value is `()`.
  public func props() -> [String: Any?] {
    let named = storedProperties(of: self).map {
      ($0.name, unwrappingOptionals($0.value, levels: 1))
    }
    return Dictionary(named) { first, _ in first }
  }

  /// Checks the value of one stored property, or of one inside it: `"user.address.city"`,
  /// `"items.0"`, `"ages.Ann"`.
  ///
  /// A path goes through structs, classes, enums (by the case's name), tuples, optionals, array
  /// indices and dictionary keys. `items[0].name`, the form in which failures print it, is
  /// understood as well, and so is the name a wrapper is stored under (`_name`, for the wrapper
  /// itself). An optional property can be checked against a plain value, and a plain one against an
  /// optional.
  ///
  ///     try fake.assertProp("user.address.city", expectedValue: "Vienna")
  ///
  /// A value that is `Equatable` is compared by its own `==`: when that says yes, nothing but the path
  /// is reflected. Any other is compared part by part, at a cost that grows with its size: structs,
  /// classes (also cyclic ones), enums, tuples, and collections. Sets and dictionaries have no order,
  /// optionals no depth. A closure equals nothing, nor does what is nested over 64 levels deep: check
  /// a value that holds one by the paths of its other parts. Noncopyable parts are not compared.
  /// - Returns: `true`, always.
  /// - Throws: `FakedError.noPropertyFound` with the names there are, `.typeMismatch` when the
  ///   value is of another type, `.assertionFailed` with all that differs, or with the place where
  ///   the path met a `nil`.
  @discardableResult
  public func assertProp(_ propName: String, expectedValue: Any?) throws -> Bool {
    try check(propName, expectedValue)
    return true
  }

  /// Checks many properties at once, and reports all that differ in one error, sorted by name.
  ///
  ///     try fake.assertProps(["age": 41, "nickname": nil, "user.address.city": "Vienna"])
  ///
  /// Each is checked as by `assertProp`. Nothing expected is nothing to fail: an empty dictionary
  /// returns `true`.
  /// - Returns: `true`, always.
  /// - Throws: `FakedError.noPropertyFound` when all that fail are unknown names,
  ///   `.assertionFailed` otherwise.
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
