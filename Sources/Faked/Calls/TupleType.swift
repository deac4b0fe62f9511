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
