/// Returns a Boolean value that indicates whether two values are equal as a whole: by `==`, as types, or as objects.
func areEqual(_ expected: Any, _ actual: Any) -> Bool {
  func areEqual<E: Equatable>(_ one: E, _ other: Any) -> Bool? { (other as? E).map { one == $0 } }
  if let one = expected as? any Equatable, let areEqual = areEqual(one, actual) { return areEqual }
  // If one type is a subclass of the other, the `==` of the superclass compares both.
  if let one = actual as? any Equatable { return areEqual(one, expected) ?? false }
  if let expected = expected as? Any.Type, let actual = actual as? Any.Type {
    return expected == actual
  }
  return isObject(expected) && isObject(actual) && expected as AnyObject === actual as AnyObject
}

/// Returns a Boolean value that indicates whether two values are equal as a whole or, if they can't be compared, have the
/// same text.
package func seemEqual(_ one: Any, _ other: Any) -> Bool {
  if areEqual(one, other) { return true }
  if one is any Equatable || isObject(one) { return false }
  return type(of: one) == type(of: other) && String(reflecting: one) == String(reflecting: other)
}

/// The prefixes of the type names of the standard library and Foundation.
private let libraryModules = [
  "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
  "FoundationNetworking.",
]

/// Returns a Boolean value that indicates whether all types in a value belong to the standard library or Foundation.
func isOfLibraryTypes(_ value: Any) -> Bool {
  if value is String || value is Int || value is Bool || value is Double { return true }
  let name = String(reflecting: type(of: value))
  return name.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }.allSatisfy {
    libraryModules.contains(where: $0.hasPrefix)
  }
}

/// Returns the name of a type of the standard library or Foundation, without its module and its generic parameters.
///
/// - Returns: `nil` for other types, and for types inside others.
func libraryTypeName(of value: Any) -> String? {
  libraryTypeName(in: String(reflecting: type(of: value)).prefix { $0 != "<" })
}

/// Returns the name of a type of the standard library or Foundation without its module.
func libraryTypeName(in name: Substring) -> String? {
  guard let module = libraryModules.first(where: name.hasPrefix) else { return nil }
  let rest = name.dropFirst(module.count)
  return rest.contains(".") ? nil : String(rest)
}

func elements(of collection: Any) -> [Any] {
  Mirror(reflecting: collection).children.map(\.value)
}

/// Returns a Boolean value that indicates whether a value is an object.
///
/// Checks the type, because Apple's platforms can cast every value to `AnyObject`.
func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }

/// Returns a Boolean value that indicates whether the parts of an `Equatable` value don't help a reader, such as those
/// of a date or of the identity of a fake.
func isAtomic(_ value: Any) -> Bool {
  guard value is any Equatable else { return false }
  if value is any CustomReflectable || value is any Faked || value is FakeInstance { return true }
  let typeName = String(reflecting: type(of: value))
  return libraryModules.contains(where: typeName.hasPrefix)
}
