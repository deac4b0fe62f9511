/// A stored property as its author sees it, and as the compiler stores it.
struct StoredProperty {
  let name: String
  let value: Any
  let storedName: String
  let storage: Any
  /// Whether the value is what a property wrapper in the storage wraps.
  let isWrapped: Bool
}

/// The stored properties of a value, a subclass's before those it inherits; for an enum its
/// payload, under the case's name.
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

/// `nil` for what no author wrote: `$defaultActor`, and what macros add.
private func property(
  from stored: Storage, taken: Set<String>, isObserved: Bool
) -> StoredProperty? {
  let (label, storage) = stored
  func named(_ name: String, _ value: Any, isWrapped: Bool = false) -> StoredProperty {
    StoredProperty(
      name: name, value: value, storedName: label, storage: storage, isWrapped: isWrapped)
  }
  if label.hasPrefix(lazyPrefix) {
    // A lazy property has an optional of its own around its value, which is not the author's.
    return named(withoutLazyPrefix(label), unwrappingOptionals(storage, levels: 1) ?? storage)
  }
  if label.hasPrefix("$") || label.hasPrefix("_$") { return nil }
  let name = String(label.dropFirst())
  guard label.hasPrefix("_"), !taken.contains(name) else { return named(label, storage) }
  // The macro puts the underscore there, so only what is surely a wrapper is taken for one.
  let wrapped = isObserved ? storedWrappedValue(of: storage) : wrappedValue(of: storage)
  if let wrapped { return named(name, wrapped, isWrapped: true) }
  return named(isObserved ? name : label, storage)
}

// MARK: - Property wrappers

/// How wrappers commonly call the value they wrap, when they compute `wrappedValue`.
private let contentNames: Set<String> = [
  "backing", "backingValue", "content", "current", "currentValue", "storage", "stored",
  "storedValue", "underlying", "underlyingValue", "value", "wrapped",
]

/// Libraries whose types are no wrappers, though some are stored like one.
private let plainModules = [
  "Swift.", "Foundation.", "FoundationEssentials.", "Dispatch.", "Synchronization.", "__C.", "os.",
  "_StringProcessing.",
]

/// What a property wrapper wraps; the wrapper itself if that cannot be found, `nil` if the value is
/// no wrapper.
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

/// Wrappers can be stacked, and what the outermost stores as `wrappedValue` is then the next one.
private func storedWrappedValue(of storage: Any) -> Any? {
  let stored = contents(of: storage).first { $0.label == "wrappedValue" }
  return stored.map { storedWrappedValue(of: $0.value) ?? $0.value }
}

/// The `Value` in a `Wrapper<Value>`, also layers deep: `Published` of Combine puts it in an enum.
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

/// What a wrapper stores, under names without the underscores and prefixes of private and lazy
/// storage.
private func contents(of storage: Any) -> [Storage] {
  storageLevels(of: storage).joined().map { part in
    (label: String(withoutLazyPrefix(part.label).drop { $0 == "_" }), value: part.value)
  }
}
