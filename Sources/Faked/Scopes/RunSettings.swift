/// The settings of a test run, from its environment.
package struct RunSettings: Sendable {
  /// The settings of this process.
  package static let current = RunSettings(environmentValue)

  /// The longest wait, unless a scope sets another one. `FAKED_PATIENCE` sets it in seconds.
  package let patience: Duration
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
    self.problems = problems
  }
}
