/// Equality without a look at the parts: by `==`, as the same type, or as the same object.
func areEqual(_ expected: Any, _ actual: Any) -> Bool {
  func areEqual<E: Equatable>(_ one: E, _ other: Any) -> Bool? { (other as? E).map { one == $0 } }
  if let one = expected as? any Equatable, let areEqual = areEqual(one, actual) { return areEqual }
  // One may be of a subclass of the other, and the `==` of the superclass then takes both.
  if let one = actual as? any Equatable { return areEqual(one, expected) ?? false }
  if let expected = expected as? Any.Type, let actual = actual as? Any.Type {
    return expected == actual
  }
  return isObject(expected) && isObject(actual) && expected as AnyObject === actual as AnyObject
}

/// How the names of types of the standard library and Foundation begin.
private let libraryModules = [
  "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
  "FoundationNetworking.",
]

/// Whether a value is of a type of the standard library or Foundation, and holds nothing else.
func isOfLibraryTypes(_ value: Any) -> Bool {
  if value is String || value is Int || value is Bool || value is Double { return true }
  let name = String(reflecting: type(of: value))
  return name.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }.allSatisfy {
    libraryModules.contains(where: $0.hasPrefix)
  }
}

func elements(of collection: Any) -> [Any] {
  Mirror(reflecting: collection).children.map(\.value)
}

/// Asked of the type, because Apple's platforms let every value be cast to `AnyObject`.
func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }

/// Whether the parts of an `Equatable` value say nothing to a reader, as those of a date or of a
/// fake's identity.
func isAtomic(_ value: Any) -> Bool {
  guard value is any Equatable else { return false }
  if value is any CustomReflectable || value is any Faked || value is FakeInstance { return true }
  let typeName = String(reflecting: type(of: value))
  return libraryModules.contains(where: typeName.hasPrefix)
}
