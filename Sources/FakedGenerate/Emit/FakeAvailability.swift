/// The `@available` attributes of a fake and its members.
enum FakeAvailability {
  /// Returns the attributes of a fake.
  static func attributes(for symbol: Symbol) -> [String] {
    attributes(symbol.availability) + deprecation(symbol.availability)
  }

  /// Returns the attribute for the versions in which something is available.
  static func attributes(_ entries: [Symbol.Availability]) -> [String] {
    // An attribute with platforms cannot have a Swift version.
    let versions = entries.filter { $0.domain != "Swift" }.compactMap { entry in
      entry.introduced.map { "\(entry.domain ?? "") \($0.shortText)" }
    }
    if versions.isEmpty { return [] }
    return ["@available(" + (versions.sorted() + ["*"]).joined(separator: ", ") + ")"]
  }

  /// Returns the attribute for something that is deprecated in all versions.
  static func deprecation(_ entries: [Symbol.Availability]) -> [String] {
    entries.filter(\.isUnconditionallyDeprecated).map { entry in
      let message = entry.message.map { ", message: \"\($0)\"" } ?? ""
      return "@available(*, deprecated\(message))"
    }
  }

  /// Returns a Boolean value that indicates whether some systems that have a type don't have a member of it.
  static func isNewer(_ entries: [Symbol.Availability], than type: Symbol) -> Bool {
    entries.contains { entry in
      guard let domain = entry.domain, domain != "Swift", let version = entry.introduced else {
        return false
      }
      let known = type.availability.first { $0.domain == domain }?.introduced
      return known.map { $0 < version } ?? true
    }
  }
}
