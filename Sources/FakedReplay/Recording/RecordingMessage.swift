import Faked

/// The texts of recordings: what is missing, what differs, and how to record it.
package struct RecordingMessage: Sendable {
  package let file: RecordingFile
  /// The filter of the test, for the command that records it; nil where no test decides what is recorded.
  private let filter: String?

  package init(file: RecordingFile, test: String?) {
    self.file = file
    filter = test.map { Self.filter(FakedScope.current?.name, $0) }
  }

  /// The option that runs one test; empty where neither name is one of a test.
  private static func filter(_ names: String?...) -> String {
    for case let name? in names {
      guard name.hasSuffix(")"), let end = name.lastIndex(of: "(") else { continue }
      let name = name[..<end].filter { $0 != "`" }
      if ["init", "setUp", "setUpWithError"].contains(name) { continue }
      if name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { return " --filter \(name)" }
      // A filter is a pattern, in which a dot stands for any character.
      let pattern = name.map { $0.isLetter || $0.isNumber || "_ ".contains($0) ? $0 : "." }
      return " --filter '\(String(pattern))'"
    }
    return ""
  }

  private func command(_ mode: RecordingMode) -> String {
    guard let filter else { return "FakeTransport.recording(to:)" }
    return "FAKED_RECORD=\(mode.rawValue) swift test\(filter)"
  }

  /// How to get a call that is missing into the file.
  private var advice: String {
    guard filter != nil else { return "Record a new file with \(command(.all))." }
    return """
      Record this call too: \(command(.missing))
        Or all anew: \(command(.all))
      """
  }

  package func noFile() -> FakedError {
    .invalidParameter(
      """
      There is no recording \(file.shortPath).
        Record it where the real thing can be reached: \(command(.missing))
      """)
  }

  package func noCall(_ call: String, _ hint: String) -> FakedError {
    .missingFunction(
      """
      \(file.shortPath) has no call \(call).
        \(hint)
        \(advice)
      """)
  }

  package func noMoreCalls(_ call: String, recorded: Int) -> FakedError {
    .missingFunction(
      """
      \(file.shortPath) has \(plural(recorded, "call")) \(call), and this is call \(recorded + 1).
        \(advice)
      """)
  }

  func unfit(_ call: String, number: Int, _ reason: String) -> FakedError {
    .typeMismatch(
      """
      \(file.shortPath), calls[\(number)], \(call): what was recorded does not fit: \(reason).
        Record it anew: \(command(.all))
      """)
  }

  func unwritableArgument(_ argument: String, of call: String, _ reason: String) -> String {
    """
    \(call) cannot be in \(file.shortPath): \(argument) \(reason).
      Make the type Codable, or stub the function: a stubbed call is not recorded.
    """
  }

  func unwritableResult(of call: String, _ reason: String) -> String {
    """
    \(call) cannot be in \(file.shortPath): its result \(reason).
      Make the type Codable, or stub the function: a stubbed call is not recorded.
    """
  }

  func unwritableError(_ error: String, of type: String, from call: String) -> String {
    """
    \(call) cannot be in \(file.shortPath): it threw \(error), and the recording knows no form of \(type).
      Make \(type) Codable or CaseIterable, and name it: errors: [.init(\(type).self)].
    """
  }

  package func isNotWritten(_ reason: String) -> String {
    "\(file.shortPath) was not written, and is as it was: \(reason)."
  }

  package func ranTwice() -> String {
    isNotWritten("two recordings ran at the same time in one test; run one after the other")
  }

  func noCalls() -> String {
    """
    \(file.shortPath): no call came to the recording.
      It sees fakes that are made or first stubbed in the test, and the calls that they forward with \
    `default:` and that no stub answers.
    """
  }

  package func drift(_ differences: [String]) -> String {
    let list =
      differences.prefix(20)
      + (differences.count > 20 ? ["… and \(differences.count - 20) more"] : [])
    return """
      \(file.shortPath) has drifted from the real thing:
        \(list.joined(separator: "\n  "))
        Record it anew: \(command(.all))
      """
  }
}
