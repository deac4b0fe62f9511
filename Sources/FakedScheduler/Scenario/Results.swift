import Faked

/// A call that returned a value.
struct CallResult: Sendable {
  let call: String
  let type: String
  let value: String
  /// The values that can replace it, as texts.
  let others: [String]
  /// A Boolean value that indicates whether nothing except `nil` can replace it.
  let lacksOtherValue: Bool
  /// The line that made the call, if it was captured.
  let site: CapturedSite?
}

/// Returns other values of the type of a result: the natural default and similar values.
///
/// The list is empty if the type has no such values. Call the function under no lock, because it runs the user's `==`
/// and `description`.
func otherValues<Value>(than value: Value, named: [Any]) -> [Value] {
  var others: [Value] = []
  for case let candidate as Value in named.isEmpty ? neighbors(of: value) : named
  where !([value] + others).contains(where: { seemEqual($0, candidate) }) {
    others.append(candidate)
  }
  return others
}

/// Returns other values for the result of a call. `nil` if a call by name returned nothing, because the type that its
/// method returns is unknown.
func otherResults<Output>(than output: Output, named: [Any]) -> [Output]? {
  guard Output.self == Any?.self, let optional = (output as Any) as? any AnyOptional else {
    return otherValues(than: output, named: named)
  }
  // The optional belongs to the call by name. Its `nil` has no type that the method could return.
  guard let value = optional.wrapped, !(value is Void) else { return nil }
  return otherValues(than: value, named: named).compactMap { $0 as? Output }
}

/// Returns a Boolean value that indicates whether a value is nil, or an optional with such a value.
func isNil<Value>(_ value: Value) -> Bool {
  guard let optional = (value as Any) as? any AnyOptional else { return false }
  return optional.wrapped.map { isNil($0) } ?? true
}

private func neighbors<Value>(of value: Value) -> [Any] {
  var natural: Any? = naturalDefault(of: Value.self)
  if natural == nil, let type = type(of: value as Any) as? any FakedDefault.Type {
    natural = type.fakedDefault
  }
  return (natural.map { [$0] } ?? []) + similarValues(to: value)
}

private func similarValues(to value: Any) -> [Any] {
  switch value {
  case let value as any AnyOptional: value.neighbors
  case let value as Bool: [!value]
  case is String: ["", "other"]
  case let value as any BinaryInteger: numbers(like: value)
  case let value as any BinaryFloatingPoint: numbers(like: value)
  case let value as any AdditiveArithmetic: [zero(of: value)]
  case let value as any AnyDictionary: [value.empty]
  case let value as any RangeReplaceableCollection: [empty(of: value)]
  case let value as any SetAlgebra: [empty(of: value)]
  case let value as any CaseIterable: cases(of: value)
  default: []
  }
}

private func numbers<Value: ExpressibleByIntegerLiteral>(like value: Value) -> [Any] {
  [0 as Value, 1 as Value]
}

private func zero<Value: AdditiveArithmetic>(of value: Value) -> Any { Value.zero }

private func empty<Value: RangeReplaceableCollection>(of value: Value) -> Any { Value() }

private func empty<Value: SetAlgebra>(of value: Value) -> Any { Value() }

private func cases<Value: CaseIterable>(of value: Value) -> [Any] {
  Value.allCases.prefix(3).map { $0 }
}

private protocol AnyDictionary { var empty: Any { get } }

extension Dictionary: AnyDictionary {
  fileprivate var empty: Any { [:] as Self }
}

private protocol AnyOptional {
  var wrapped: Any? { get }
  var neighbors: [Any] { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }

  /// `nil` and the values that are similar to the wrapped one. For `nil`, a value of the wrapped type.
  fileprivate var neighbors: [Any] {
    switch self {
    case nil: firstValue(of: Wrapped.self).map { [$0 as Any] } ?? []
    case let wrapped?: [Self.none as Any] + FakedScheduler.neighbors(of: wrapped)
    }
  }
}

/// Returns a value of a type: its natural default, or `"other"` and `true`, which tests are more likely to check.
private func firstValue<Value>(of type: Value.Type) -> Value? {
  let value: Any? =
    switch type {
    case is String.Type: "other"
    case is Bool.Type: true
    default: naturalDefault(of: type)
    }
  return value as? Value
}
