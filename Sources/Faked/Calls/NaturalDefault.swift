/// A type with a value that fakes return for unstubbed calls and for released held calls.
///
/// Conform your own type if unstubbed calls return it. A fake uses the value if the function can't throw the error and
/// a scope can report the failure. In relaxed fakes and scopes, it always uses the value.
///
/// ```swift
/// struct Forecast: FakedDefault {
///   let city: String
///   static let fakedDefault = Forecast(city: "")
/// }
/// ```
///
/// See <doc:Stubbing>.
public protocol FakedDefault {
  /// The value that unstubbed calls return.
  static var fakedDefault: Self { get }
}

/// Returns the natural default of a type, or `nil` if the type has none.
package func naturalDefault<Value>(of type: Value.Type) -> Value? {
  // A nested optional would lose its levels in an `Any`.
  if let type = type as? any EmptyByNature.Type { return (type.boxed as? Box<Value>)?.value }
  if let tuple = TupleType(type) { return tuple.defaults(as: type) }
  // A cast of `nil` to `Any` would succeed.
  guard let value = maker(of: type)?() else { return nil }
  return value as? Value
}

/// Returns the natural default of a type that is known at run time, or `nil` if the type has none.
func naturalDefaultOfAny(_ type: Any.Type) -> Any? {
  func opened<Value>(_ type: Value.Type) -> Any? { naturalDefault(of: type) }
  return _openExistential(type, do: opened)
}

/// Returns a Boolean value that indicates whether a type has a natural default. Runs no user code.
func hasNaturalDefault(_ type: Any.Type) -> Bool {
  if let tuple = TupleType(type) {
    return tuple.elements.allSatisfy { hasNaturalDefault($0.type) }
  }
  return type is any EmptyByNature.Type || maker(of: type) != nil
}

/// Returns a function that creates the natural default of a type, or `nil` if the type has none.
///
/// Literal protocols can't be used here: creating a `SIMD2` from an empty array literal traps.
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

/// A type whose empty value can't be created through a protocol of the standard library.
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

/// The elements of a tuple type.
struct TupleType {
  /// The type of each element, and its offset in bytes.
  let elements: [(type: Any.Type, offset: Int)]

  /// Reads the elements of a type. `nil` if it isn't a tuple of at least two elements.
  ///
  /// The language has no other access to them. Its runtime describes a tuple type by its kind, the number of its
  /// elements, their labels, and the type and the offset of each element.
  init?(_ type: Any.Type) {
    let start = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UInt>.size
    guard start.load(as: UInt.self) == Self.kind else { return nil }
    let count = start.load(fromByteOffset: word, as: Int.self)
    if count < 2 { return nil }
    elements = (0..<count).map { number in
      let element = start + (3 + 2 * number) * word
      // The offset has 32 bits on some systems.
      return (
        element.load(as: Any.Type.self), Int(element.load(fromByteOffset: word, as: UInt32.self))
      )
    }
  }

  /// The kind of tuples among all types.
  private static var kind: UInt { 0x301 }
}

extension TupleType {
  /// Returns a tuple of the natural defaults of the elements. `nil` if one has none.
  func defaults<Tuple>(as type: Tuple.Type) -> Tuple? {
    func initializer<Element>(of type: Element.Type) -> ((UnsafeMutableRawPointer) -> Void)? {
      naturalDefault(of: type).map { value in
        { $0.initializeMemory(as: Element.self, to: value) }
      }
    }
    var initializers: [(UnsafeMutableRawPointer) -> Void] = []
    for element in elements {
      guard let initializer = initializer(of: element.type) else { return nil }
      initializers.append { initializer($0 + element.offset) }
    }
    return withUnsafeTemporaryAllocation(
      byteCount: max(1, MemoryLayout<Tuple>.size), alignment: MemoryLayout<Tuple>.alignment
    ) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      for initialize in initializers { initialize(start) }
      return start.assumingMemoryBound(to: Tuple.self).move()
    }
  }
}
