// Sets and dictionaries, whose elements have no order.
extension StructuralComparison {
  mutating func compareMembers(_ expected: Any, _ actual: Any, at path: String) {
    guard mayCompare(expected), mayCompare(actual) else {
      // Compares texts, because searching for a member would run its `==`.
      let expected = Set(elements(of: expected).prefix(partsLeft).map(readable))
      let actual = Set(elements(of: actual).prefix(partsLeft).map(readable))
      return addMembers(expected.subtracting(actual), actual.subtracting(expected), at: path) { $0 }
    }
    guard let expectedSet = expected as? Set<AnyHashable>,
      let actualSet = actual as? Set<AnyHashable>
    else { return compareElements(expected, actual, at: path) }
    let missing = expectedSet.subtracting(actualSet)
    let unexpected = actualSet.subtracting(expectedSet)
    addMembers(missing, unexpected, at: path) { readable($0) }
  }

  private mutating func addMembers<Member>(
    _ missing: Set<Member>, _ unexpected: Set<Member>, at path: String, text: (Member) -> String
  ) {
    if missing.isEmpty, unexpected.isEmpty { return }
    func list(_ members: Set<Member>) -> String {
      shortened(members.prefix(1_000).map(text).sorted().joined(separator: ", "))
    }
    add(.members, at: path, expected: list(missing), actual: list(unexpected))
  }

  mutating func compareEntries(_ expected: Any, _ actual: Any, at path: String) {
    guard mayCompare(expected), mayCompare(actual) else {
      return compareEntries(entriesByText(expected), entriesByText(actual), at: path) { $0 }
    }
    guard let expectedEntries = expected as? [AnyHashable: Any],
      let actualEntries = actual as? [AnyHashable: Any]
    else { return compareElements(expected, actual, at: path) }
    compareEntries(expectedEntries, actualEntries, at: path) { readable($0) }
  }

  private mutating func compareEntries<Key: Hashable>(
    _ expected: [Key: Any], _ actual: [Key: Any], at path: String, text: (Key) -> String
  ) {
    let keys = Set(expected.keys).union(actual.keys)
    let named = keys.map { (wantsTexts ? text($0) : "", $0) }
    for (text, key) in wantsTexts ? named.sorted(by: { $0.0 < $1.0 }) : named {
      let path = joined(path, "[\(text)]")
      switch (expected[key], actual[key]) {
      case (let left?, let right?): compare(left, right, at: path)
      case (let left?, nil): add(at: path, expected: readable(left), actual: "missing")
      case (nil, let right): add(at: path, expected: "no entry", actual: readable(right))
      }
    }
  }

  /// Returns the entries of a dictionary by the texts of their keys, because searching for a key would run its `==`.
  private func entriesByText(_ dictionary: Any) -> [String: Any] {
    let pairs = elements(of: dictionary).prefix(partsLeft).map { elements(of: $0) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { (readable($0[0]), $0[1]) }) { $1 }
  }
}
