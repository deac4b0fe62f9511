/// The key of a fake in the registry: the type of the fake and its identity, so that two types with the same string
/// are two fakes.
@usableFromInline
enum FakeIdentity: Hashable, Sendable {
  case string(String, ObjectIdentifier)
  case object(ObjectIdentifier)
  /// Any other value, by its hash and a number. Its own `==` is user code, which must not run under the lock of the
  /// registry.
  case value(hash: Int, number: Int)

  /// Hashes only the value that distinguishes most fakes, because hashing is a large part of the cost of a lookup.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let string, _): hasher.combine(string)
    case .object(let object): hasher.combine(object)
    case .value(let hash, let number): hasher.combine(hash &+ number)
    }
  }
}

extension Faked {
  /// The instance with the stubs and the calls of this fake.
  ///
  /// The type of the identity determines its kind. This costs nothing if the compiler specializes the code for the
  /// fake.
  @inlinable @inline(__always)
  package var instance: FakeInstance {
    let id = instanceId
    if let instance = id as? FakeInstance { return instance }
    if let string = id as? String {
      return FakedFunctionHolder.instance(
        of: .string(string, ObjectIdentifier(type(of: self))), owner: nil)
    }
    if let object = id as? ObjectIdentifier, Self.self is AnyClass {
      // The type is a class. `as AnyObject` would call the runtime, and the call would take 2.9 times as long.
      let owner = unsafeBitCast(self, to: AnyObject.self)
      if object == ObjectIdentifier(owner) {
        return FakedFunctionHolder.instance(of: .object(object), owner: owner)
      }
    }
    return FakedFunctionHolder.instance(
      ofValue: AnyHashable(id), ObjectIdentifier(type(of: self)))
  }
}
