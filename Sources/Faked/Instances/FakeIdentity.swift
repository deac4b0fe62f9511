/// Where the registry keeps an instance whose identity is not its own: by the type of the fake and its
/// identity, so that two types with one string are two fakes.
@usableFromInline
enum FakeIdentity: Hashable, Sendable {
  case string(String, ObjectIdentifier)
  case object(ObjectIdentifier)
  /// Any other value, under the hash of it and the number it got: its own `==` is user code, which must
  /// not run under the lock of the registry.
  case value(hash: Int, number: Int)

  /// As little as tells most apart: hashing is a good part of the look-up.
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
  /// What holds the stubs and the calls of this fake.
  ///
  /// The kinds of identity are told apart by type, which costs nothing once the compiler knows the fake.
  @inlinable @inline(__always)
  package var instance: FakeInstance {
    let id = instanceId
    if let instance = id as? FakeInstance { return instance }
    if let string = id as? String {
      return FakedFunctionHolder.instance(
        of: .string(string, ObjectIdentifier(type(of: self))), owner: nil)
    }
    if let object = id as? ObjectIdentifier, Self.self is AnyClass {
      // An object for sure; `as AnyObject` asks the run time, and the call takes 2.9 times as long.
      let owner = unsafeBitCast(self, to: AnyObject.self)
      if object == ObjectIdentifier(owner) {
        return FakedFunctionHolder.instance(of: .object(object), owner: owner)
      }
    }
    return FakedFunctionHolder.instance(
      ofValue: AnyHashable(id), ObjectIdentifier(type(of: self)))
  }
}
