/// The `@available` attributes of a fake and its members.
enum FakeAvailability {
  /// Returns the attributes of a fake.
  static func attributes(for symbol: Symbol) -> [String] {
    attributes(symbol.availability)
      + symbol.availability.filter(\.isUnconditionallyDeprecated).map { entry in
        let message = entry.message.map { ", message: \"\($0)\"" } ?? ""
        return "@available(*, deprecated\(message))"
      }
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
}
