/// Returns a value without the optionals and the `AnyHashable` around it, or `nil` if one of them is empty.
///
/// - Parameters:
///   - value: The value.
///   - levels: The number of optionals to remove. Defaults to all.
package func unwrappingOptionals(_ value: Any?, levels: Int = .max) -> Any? {
  var value = value
  var levels = levels
  while let current = value {
    if levels > 0, let optional = current as? any OptionalValue {
      value = optional.wrappedAny
      levels -= 1
    } else if type(of: current) == AnyHashable.self, let hashable = current as? AnyHashable {
      // Check the type, because every hashable value can be cast to `AnyHashable`.
      value = hashable.base
    } else {
      return current
    }
  }
  return nil
}

/// Returns a Boolean value that indicates whether a value of a type can be an optional or contain one.
func mayHoldOptional(_ type: Any.Type) -> Bool {
  type == Any.self || type is any OptionalValue.Type
}

/// An optional of any type, opened at run time.
protocol OptionalValue {
  var wrappedAny: Any? { get }
}

extension Optional: OptionalValue {
  var wrappedAny: Any? { map { $0 as Any } }
}
