/// The value without the optionals around it, so that nil is nil however many there were.
func flattened<Value>(_ value: Value) -> Any? {
  mayHoldOptional(Value.self) ? flattenedByValue(value) : value
}

/// Whether a value of that type may be an optional, or hold one; asked once where it is asked often.
@usableFromInline
func mayHoldOptional(_ type: Any.Type) -> Bool {
  type == Any.self || type is any OptionalValue.Type
}

@usableFromInline
func flattenedByValue(_ value: Any) -> Any? {
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
