/// A stored property, with its name in the source and the name under which the compiler stores it.
struct StoredProperty {
  let name: String
  let value: Any
  let storedName: String
  let storage: Any
  /// A Boolean value that indicates whether the value is the wrapped value of a property wrapper.
  let isWrapped: Bool
}

/// Returns the stored properties of a value: those of a subclass before those that it inherits, and for an enum its
/// payload under the name of the case.
func storedProperties(of subject: Any) -> [StoredProperty] {
  let levels = storageLevels(of: subject)
  let taken = Set(levels.joined().map { withoutLazyPrefix($0.label) })
  return levels.flatMap { level in
    let isObserved = level.contains { $0.label == observationRegistrar }
    return level.compactMap { property(from: $0, taken: taken, isObserved: isObserved) }
  }
}

// MARK: - Names

private typealias Storage = (label: String, value: Any)

private let lazyPrefix = "$__lazy_storage_$_"
private let observationRegistrar = "_$observationRegistrar"

private func storageLevels(of subject: Any) -> [[Storage]] {
  sequence(first: Mirror(reflecting: subject), next: \.superclassMirror).map { mirror in
    mirror.children.compactMap { child in
      // The elements of a collection have no label, those of a tuple `.0`, `.1`.
      child.label.map {
        (label: $0.hasPrefix(".") ? String($0.dropFirst()) : $0, value: child.value)
      }
    }
  }
}

private func withoutLazyPrefix(_ label: String) -> String {
  label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label
}

/// Returns a property, or `nil` if the compiler or a macro added it, such as `$defaultActor`.
private func property(
  from stored: Storage, taken: Set<String>, isObserved: Bool
) -> StoredProperty? {
  let (label, storage) = stored
  func named(_ name: String, _ value: Any, isWrapped: Bool = false) -> StoredProperty {
    StoredProperty(
      name: name, value: value, storedName: label, storage: storage, isWrapped: isWrapped)
  }
  if label.hasPrefix(lazyPrefix) {
    // The compiler wraps the value of a lazy property in an optional.
    return named(withoutLazyPrefix(label), unwrappingOptionals(storage, levels: 1) ?? storage)
  }
  if label.hasPrefix("$") || label.hasPrefix("_$") { return nil }
  let name = String(label.dropFirst())
  guard label.hasPrefix("_"), !taken.contains(name) else { return named(label, storage) }
  // The macro adds the underscore, so only a property that is certainly a wrapper is treated as one.
  let wrapped = isObserved ? storedWrappedValue(of: storage) : wrappedValue(of: storage)
  if let wrapped { return named(name, wrapped, isWrapped: true) }
  return named(isObserved ? name : label, storage)
}

// MARK: - Property wrappers

/// The names that wrappers commonly give their stored value if they compute `wrappedValue`.
private let contentNames: Set<String> = [
  "backing", "backingValue", "content", "current", "currentValue", "storage", "stored",
  "storedValue", "underlying", "underlyingValue", "value", "wrapped",
]

/// Libraries whose types are not wrappers, although some are stored like one.
private let plainModules = [
  "Swift.", "Foundation.", "FoundationEssentials.", "Dispatch.", "Synchronization.", "__C.", "os.",
  "_StringProcessing.",
]

/// Returns the value that a property wrapper wraps, the wrapper itself if its value can't be found, or `nil` if the
/// value is not a wrapper.
private func wrappedValue(of storage: Any) -> Any? {
  let typeName = String(reflecting: type(of: storage))
  let style = Mirror(reflecting: storage).displayStyle
  guard style == .struct || style == .class,
    !plainModules.contains(where: typeName.hasPrefix)
  else { return nil }
  if let wrapped = storedWrappedValue(of: storage) { return wrapped }
  if let content = genericContent(of: storage, in: typeName, depth: 4) { return content }

  let all = contents(of: storage)
  let parts = all.filter { $0.label != "projectedValue" }
  if parts.count < all.count {
    let likely = parts.count == 1 ? parts : parts.filter { contentNames.contains($0.label) }
    return likely.count == 1 ? likely.first?.value : storage
  }
  guard let only = parts.first, parts.count == 1, contentNames.contains(only.label),
    !(storage is any Equatable)
  else { return nil }
  return only.value
}

/// Returns the stored `wrappedValue`. Wrappers can be nested: the outermost one stores the next one as its value.
private func storedWrappedValue(of storage: Any) -> Any? {
  let stored = contents(of: storage).first { $0.label == "wrappedValue" }
  return stored.map { storedWrappedValue(of: $0.value) ?? $0.value }
}

/// Returns the `Value` in a `Wrapper<Value>`, even in a nested type: `Published` of Combine stores it in an enum.
private func genericContent(of storage: Any, in wrapperName: String, depth: Int) -> Any? {
  let parts = contents(of: storage)
  let likely = parts.count == 1 ? parts : parts.filter { contentNames.contains($0.label) }
  let found = likely.first { part in
    let type = type(of: part.value)
    let types = [type, (type as? any OptionalValue.Type)?.wrappedType].compactMap { $0 }
    return types.contains { wrapperName.hasSuffix("<\(String(reflecting: $0))>") }
  }
  if let found { return found.value }
  guard depth > 1, wrapperName.hasSuffix(">") else { return nil }
  return likely.lazy.compactMap {
    genericContent(of: $0.value, in: wrapperName, depth: depth - 1)
  }.first
}

/// Returns the stored values of a wrapper, with names without the underscores and prefixes of private and lazy storage.
private func contents(of storage: Any) -> [Storage] {
  storageLevels(of: storage).joined().map { part in
    (label: String(withoutLazyPrefix(part.label).drop { $0 == "_" }), value: part.value)
  }
}
