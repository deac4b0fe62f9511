/// The settings of a test run, from its environment.
package struct RunSettings: Sendable {
  /// The settings of this process.
  package static let current = RunSettings(environmentValue)

  /// The longest wait, unless a scope sets another one. `FAKED_PATIENCE` sets it in seconds.
  package let patience: Duration
  /// The calls whose sites are captured, from `FAKED_CALL_SITES`, which is `0`, `1`, or `all`.
  package let callSites: CapturedCalls
  /// The text of `FAKED_ORDERS`: the lowest limit of an exploration. `nil` if it is not set or empty.
  private let orders: String?
  /// The text of `FAKED_SHARD`: the share of the orders to run, such as `3/8`. `nil` if it is not set or empty.
  package let shard: String?
  /// The messages about invalid values.
  package let problems: [String]

  /// Reads the settings.
  ///
  /// - Parameter value: Returns the value of an environment variable, or `nil` if it is not set.
  package init(_ value: (_ name: String) -> String?) {
    var problems: [String] = []
    let seconds = value("FAKED_PATIENCE") ?? ""
    if seconds.isEmpty {
      patience = .seconds(30)
    } else if let number = Double(seconds), (0...1_000_000_000).contains(number) {
      patience = .seconds(number)
    } else {
      patience = .seconds(30)
      problems.append(
        "FAKED_PATIENCE=\(seconds) is not a number of seconds. Use a number such as 5 or 0.5.")
    }
    let sites = value("FAKED_CALL_SITES") ?? ""
    callSites = CapturedCalls(rawValue: sites) ?? .inScopes
    if !sites.isEmpty, CapturedCalls(rawValue: sites) == nil {
      problems.append("FAKED_CALL_SITES=\(sites) is not a setting. Use 0, 1, or all.")
    }
    orders = value("FAKED_ORDERS").flatMap { $0.isEmpty ? nil : $0 }
    shard = value("FAKED_SHARD").flatMap { $0.isEmpty ? nil : $0 }
    self.problems = problems
  }

  /// Returns the limit of an exploration, which `FAKED_ORDERS` raises. A limit that is not valid is returned unchanged.
  ///
  /// - Throws: `FakedError.invalidParameter` if `FAKED_ORDERS` is not a positive number.
  package func raised(_ limit: Int) throws -> Int {
    guard let orders else { return limit }
    guard let count = Int(orders), count > 0 else {
      throw FakedError.invalidParameter(
        "FAKED_ORDERS=\(orders) is not a number of orders. Use a number such as 100000.")
    }
    return limit > 0 ? max(limit, count) : limit
  }
}

/// The calls whose sites are captured.
package enum CapturedCalls: String, Sendable {
  case none = "0"
  case inScopes = "1"
  case all
}
