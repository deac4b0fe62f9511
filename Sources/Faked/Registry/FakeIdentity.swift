/// What makes two copies of a fake the same fake.
@usableFromInline
enum FakeIdentity {
  case token(FakeInstance)
  case string(String)
  case object(AnyObject)
  case value(AnyHashable)

  /// The identity without the object it may be.
  ///
  /// Unchecked, because an `InstanceID` is `Sendable` by requirement, and `AnyHashable` forgets that.
  enum Key: @unchecked Sendable {
    case string(String)
    case object(ObjectIdentifier)
    case value(AnyHashable)
  }
}

extension Faked {
  /// The home of everything this fake was taught and asked.
  @inlinable @inline(__always)
  package var instance: FakeInstance {
    // Told apart by type, which costs nothing once the compiler knows the fake.
    if case .token(let instance) = identity { return instance }
    return FakedFunctionHolder.instance(of: identity)
  }

  @inlinable @inline(__always)
  var identity: FakeIdentity {
    if InstanceID.self == FakeInstance.self {
      return .token(sameType(instanceId, as: FakeInstance.self))
    }
    if InstanceID.self == String.self {
      return .string(sameType(instanceId, as: String.self))
    }
    if InstanceID.self == ObjectIdentifier.self, Self.self is AnyClass {
      let object = sameType(self, as: AnyObject.self)
      if sameType(instanceId, as: ObjectIdentifier.self) == ObjectIdentifier(object) {
        return .object(object)
      }
    }
    return .value(AnyHashable(instanceId))
  }
}

/// The value under the name its type has elsewhere; the caller has checked that the types are the same.
@inlinable @inline(__always)
func sameType<Known, Same>(_ value: Known, as type: Same.Type) -> Same {
  unsafeBitCast(value, to: type)
}
