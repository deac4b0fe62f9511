// The values that a scope may keep after a fake has ended: they keep no object alive.
extension CallRecord<[Any?], Any?> {
  /// The record with the type in place of each value that may hold an object.
  var plain: Self {
    let outcome: CallOutcome<Any?> =
      switch outcome {
      case .pending: .pending
      case .returned(let value): .returned(plainValue(value))
      case .threw(let error) where error is FakedError || isPlain(error, depth: 3): outcome
      case .threw(let error): .threw(OmittedValue(type: type(of: error)))
      }
    return Self(self, arguments: arguments.map(plainValue), outcome: outcome)
  }
}

/// The type of a value that was not kept.
private struct OmittedValue: Error, CustomStringConvertible {
  let type: Any.Type
  /// The type with an article: `a Session`, or `[Session]`.
  var description: String {
    let name = readableType(type)
    return name.first?.isLetter == true ? withArticle(name) : name
  }
}

private func plainValue(_ value: Any?) -> Any? {
  guard let value else { return nil }
  return isPlain(value, depth: 3) ? value : OmittedValue(type: type(of: value))
}

private func isLibraryValue(_ value: any Hashable) -> Bool {
  type(of: value) != AnyHashable.self && !isObject(value) && isOfLibraryTypes(value)
}

/// The most elements of a collection that are kept.
private let mostElements = 100

/// Returns a Boolean value that indicates whether a value is known to hold no object and no closure.
private func isPlain(_ value: Any, depth: Int) -> Bool {
  guard let value = unwrappingOptionals(value) else { return true }
  switch value {
  case is String, is Substring, is Character, is Bool, is Void, is Duration: return true
  case is any BinaryInteger, is any BinaryFloatingPoint: return true
  case let list as [Any] where list.count <= mostElements:
    return depth > 0 && list.allSatisfy { isPlain($0, depth: depth - 1) }
  case let set as Set<AnyHashable> where set.count <= mostElements:
    return depth > 0 && set.allSatisfy { isPlain($0.base, depth: depth - 1) }
  case let dictionary as [AnyHashable: Any] where dictionary.count <= mostElements:
    return depth > 0
      && dictionary.allSatisfy {
        isPlain($0.key.base, depth: depth - 1) && isPlain($0.value, depth: depth - 1)
      }
  // Dates, URLs, and other values of the system's libraries hold no object of the test.
  case let value as any Hashable where isLibraryValue(value): return true
  // A value that shows parts of its own choice may hide an object.
  case is any CustomReflectable: return false
  default: break
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct, .enum, .tuple:
    return depth > 0 && mirror.children.allSatisfy { isPlain($0.value, depth: depth - 1) }
  default: return false
  }
}
