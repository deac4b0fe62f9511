/// The value without the optionals around it, so that nil is nil however many there were.
func flattened<Value>(_ value: Value) -> Any? {
  // Decided by type where possible: a cast would cost more than the rest of a call.
  guard Value.self is any OptionalValue.Type || Value.self == Any.self else { return value }
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrappedAny.flatMap { flattened($0) }
}

/// An optional of any type, opened at run time.
protocol OptionalValue {
  var wrappedAny: Any? { get }
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  var wrappedAny: Any? { map { $0 as Any } }
  static var wrappedType: Any.Type { Wrapped.self }
}
