/// Where the registry keeps an instance whose identity is not its own.
///
/// Unchecked, because an `InstanceID` is `Sendable` by requirement, and `AnyHashable` forgets that.
enum FakeIdentity: @unchecked Sendable {
  case string(String)
  case object(ObjectIdentifier)
  case value(AnyHashable)

  /// The words that recent entries are found by.
  var words: Words? {
    switch self {
    case .string(let string): Words(of: string)
    case .object(let object): object.words
    case .value: nil
    }
  }
}

extension Faked {
  /// The home of everything this fake was taught and asked.
  ///
  /// The kinds of identity are told apart by type, which costs nothing once the compiler knows the fake.
  @usableFromInline @_transparent
  package var instance: FakeInstance {
    if InstanceID.self == FakeInstance.self {
      return sameType(instanceId, as: FakeInstance.self)
    }
    if InstanceID.self == String.self {
      return FakedFunctionHolder.instance(ofString: sameType(instanceId, as: String.self))
    }
    if InstanceID.self == ObjectIdentifier.self, Self.self is AnyClass {
      // Not retained: the registry holds it weakly, and a retain of such an object takes long.
      let object = sameType(self, as: Unmanaged<AnyObject>.self)
      if sameType(instanceId, as: UnsafeMutableRawPointer.self) == object.toOpaque() {
        return FakedFunctionHolder.instance(ofObject: object)
      }
    }
    return FakedFunctionHolder.instance(ofValue: AnyHashable(instanceId))
  }
}

/// The value under the name its type has elsewhere; the caller has checked that the types are the same.
@usableFromInline @_transparent
func sameType<Known, Same>(_ value: Known, as type: Same.Type) -> Same {
  unsafeBitCast(value, to: type)
}
