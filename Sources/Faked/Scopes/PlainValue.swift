// The values that a scope may keep after a fake has ended: they keep no object alive.
extension CallRecord<[Any?], Any?> {
  /// The record, in which types replace the values that may hold an object.
  var plain: Self {
    let outcome: CallOutcome<Any?> =
      switch outcome {
      case .pending: .pending
      case .returned(let value): .returned(plainValue(value))
      case .threw(let error) where error is FakedError || isPlain(error, depth: 3): outcome
      case .threw(let error): .threw(OmittedValue(type: type(of: error)))
      }
    return Self(self, arguments: arguments.map(plainValue), outcome: outcome)
  }
}

/// The type of a value that was not kept.
private struct OmittedValue: Error, CustomStringConvertible {
  let type: Any.Type
  /// The type with an article: `a Session`, or `[Session]`.
  var description: String {
    let name = readableType(type)
    return name.first?.isLetter == true ? withArticle(name) : name
  }
}

private func plainValue(_ value: Any?) -> Any? {
  guard let value else { return nil }
  return isPlain(value, depth: 3) ? value : OmittedValue(type: type(of: value))
}

/// The maximum number of elements of a collection that is kept.
private let maxElements = 100
/// The maximum number of bytes of a `Data` that is kept.
private let maxBytes = 10_000

/// The types of Foundation whose values hold no object of the test.
private let plainTypes: Set = [
  "Calendar", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath",
  "Locale", "PersonNameComponents", "TimeZone", "URL", "URLComponents", "URLError",
  "URLQueryItem", "UUID",
]
/// The types of the standard library and Foundation whose reflection shows everything that may be an object.
private let transparentTypes: Set = ["ClosedRange", "Range", "URLRequest"]

/// The types of the standard library whose values hold no object of the test.
private let simpleTypes: Set<Substring> = [
  "Swift.Bool", "Swift.Character", "Swift.Double", "Swift.Duration", "Swift.Float", "Swift.Int",
  "Swift.Int16", "Swift.Int32", "Swift.Int64", "Swift.Int8", "Swift.Optional", "Swift.String",
  "Swift.Substring", "Swift.UInt", "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.UInt8",
]

/// The types that were examined before: the name of a type takes microseconds, and many fakes share their types.
private let examinedTypes = Locked<[ObjectIdentifier: Bool]>([:])

/// Returns a Boolean value that indicates whether the values of a type are known to hold no object of the test: it is
/// a simple type of a library, an optional one, or a tuple of them.
func holdsNoObject(_ type: Any.Type) -> Bool {
  let id = ObjectIdentifier(type)
  if let known = examinedTypes.withLock({ $0[id] }) { return known }
  let text = String(reflecting: type)
  let names = text.split { !($0.isLetter || $0.isNumber || $0 == ".") }
  // A closure holds what it captures. The names in its type don't show it.
  let holdsNoObject =
    !text.contains("->")
    && names.allSatisfy { name in
      simpleTypes.contains(name) || libraryTypeName(in: name).map(plainTypes.contains) == true
    }
  examinedTypes.withLock { $0[id] = holdsNoObject }
  return holdsNoObject
}

/// Returns a Boolean value that indicates whether a value is known to hold no object of the test and no large
/// collection.
private func isPlain(_ value: Any, depth: Int) -> Bool {
  guard let value = unwrappingOptionals(value) else { return true }
  if type(of: value) == AnyHashable.self, let wrapper = value as? AnyHashable {
    return isPlain(wrapper.base, depth: depth)
  }
  switch value {
  case is String, is Substring, is Character, is Unicode.Scalar, is Bool, is Void, is Duration,
    is ObjectIdentifier:
    return true
  case is any BinaryInteger, is any BinaryFloatingPoint: return true
  case let collection as any StandardCollection:
    return depth > 0 && collection.count <= maxElements
      && collection.allPartsSatisfy { isPlain($0, depth: depth - 1) }
  default: break
  }
  let name = libraryTypeName(of: value) ?? ""
  if plainTypes.contains(name) { return true }
  if name == "Data" { return ((value as? any Collection)?.count ?? .max) <= maxBytes }
  let mirror = Mirror(reflecting: value)
  guard transparentTypes.contains(name) || showsAllParts(value, mirror) else { return false }
  return depth > 0 && mirror.children.allSatisfy { isPlain($0.value, depth: depth - 1) }
}

/// Returns a Boolean value that indicates whether a mirror shows every part of a value.
///
/// A custom mirror can hide an object.
private func showsAllParts(_ value: Any, _ mirror: Mirror) -> Bool {
  switch mirror.displayStyle {
  case .struct, .enum, .tuple: !(value is any CustomReflectable)
  default: false
  }
}

/// A collection of the standard library with elements of any type.
///
/// A cast to `[AnyHashable: Any]` would copy the whole dictionary and hash its keys.
private protocol StandardCollection {
  var count: Int { get }
  func allPartsSatisfy(_ isPlain: (Any) -> Bool) -> Bool
}

extension StandardCollection where Self: Sequence {
  func allPartsSatisfy(_ isPlain: (Any) -> Bool) -> Bool { allSatisfy { isPlain($0) } }
}

extension Array: StandardCollection {}
extension ContiguousArray: StandardCollection {}
extension Set: StandardCollection {}
extension Dictionary: StandardCollection {
  func allPartsSatisfy(_ isPlain: (Any) -> Bool) -> Bool {
    allSatisfy { isPlain($0.key) && isPlain($0.value) }
  }
}

/// The prefixes of the type names of the standard library and Foundation.
private let libraryModules = ["Swift.", "Foundation.", "FoundationEssentials."]

/// Returns the name of a type of the standard library or Foundation, without its module and its generic parameters.
private func libraryTypeName(of value: Any) -> String? {
  libraryTypeName(in: String(reflecting: type(of: value)).prefix { $0 != "<" })
}

private func libraryTypeName(in name: Substring) -> String? {
  guard let module = libraryModules.first(where: name.hasPrefix) else { return nil }
  let rest = name.dropFirst(module.count)
  return rest.contains(".") ? nil : String(rest)
}
