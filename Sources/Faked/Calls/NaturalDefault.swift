/// A type that says what a fake's function returns for it when no stub answers, or a held call is released.
///
/// Asked where the function cannot throw an error that says so and a scope can report it; in relaxed fakes and
/// scopes always.
public protocol FakedDefault {
  static var fakedDefault: Self { get }
}

/// What a function returns that nothing answers; nil where a type has no such value.
func naturalDefault<Value>(of type: Value.Type) -> Value? {
  // An optional must not pass through `Any`, where the levels of nil are lost.
  if let type = type as? any EmptyByNature.Type { return (type.boxed as? Box<Value>)?.value }
  return maker(of: type)?() as? Value
}

/// Whether a type has a natural default; runs no code of the user.
func hasNaturalDefault(_ type: Any.Type) -> Bool {
  type is any EmptyByNature.Type || maker(of: type) != nil
}

/// What makes the natural default of a type, which is opened at run time.
///
/// Literal protocols are of no use here: a `SIMD2` traps when it is made from an empty array literal.
private func maker(of type: Any.Type) -> (() -> Any?)? {
  switch type {
  case let type as any FakedDefault.Type: { type.fakedDefault }
  case is Void.Type: { () }
  case is Bool.Type: { false }
  case let type as any AdditiveArithmetic.Type: { type.zero }
  case let type as any RangeReplaceableCollection.Type: { type.init() }
  case let type as any SetAlgebra.Type: { type.init() }
  case let type as any CaseIterable.Type: { first(of: type) }
  default: nil
  }
}

private final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension EmptyByNature {
  fileprivate static var boxed: AnyObject { Box(empty) }
}

private func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

/// A type with one value that holds nothing, which no public protocol of the language can make.
private protocol EmptyByNature {
  static var empty: Self { get }
}

extension Optional: EmptyByNature {
  fileprivate static var empty: Self { nil }
}

extension Dictionary: EmptyByNature {
  fileprivate static var empty: Self { [:] }
}

extension AsyncStream: EmptyByNature {
  fileprivate static var empty: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream: EmptyByNature where Failure == any Error {
  fileprivate static var empty: Self { Self { $0.finish() } }
}
