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
    let text = value("FAKED_PATIENCE") ?? ""
    let seconds = Double(text).flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    patience = .seconds(seconds ?? 30)
    let isValid = text.isEmpty || seconds != nil
    problems =
      isValid
      ? [] : ["FAKED_PATIENCE=\(text) is not a number of seconds. Use a number such as 5 or 0.5."]
  }
}
