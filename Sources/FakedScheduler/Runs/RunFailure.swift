import Faked

/// A failure of one run of a scenario.
package struct RunFailure: Sendable {
  /// The check or the event that failed, whatever its values were.
  ///
  /// Runs that fail in the same way have the same kinds of failures.
  enum Kind: Hashable, Sendable {
    /// A check at a line.
    case check(file: String, line: Int)
    /// An error that the scenario threw, if its type is an enumeration.
    case error(ObjectIdentifier, caseNumber: Int)
    /// A run that did not come to its end.
    case unfinished(RunEnding)
    /// Any other failure.
    case other(String)
  }

  package let text: String
  let kind: Kind

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - text: The message, with the line.
  ///   - line: The file and line of the check. `nil` if they are not known.
  package init(_ text: String, at line: (file: String, line: Int)? = nil) {
    self.text = text
    kind = line.map { .check(file: $0.file, line: $0.line) } ?? .other(text)
  }

  /// Creates a failure of the scope of a run.
  init(_ failure: ScopeFailure) {
    guard let site = failure.site else {
      self.init(failure.message)
      return
    }
    // The line belongs to the end of the first line of the message.
    let message = failure.message
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    self.init(
      "\(message[..<end]) (\(site))\(message[end...])", at: ("\(site.fileID)", Int(site.line)))
  }

  /// Creates the failure of a scenario that threw an error.
  init(throwing error: any Error) {
    // The description of an error of the library is a complete message.
    let isOwn = error is FakedError
    text = isOwn ? "\(error)" : "The scenario threw \(readableError(error))."
    let isCase = !isOwn && Mirror(reflecting: error).displayStyle == .enum
    // For an enumeration, this is the number of the case. Values, such as dates, may differ from run to run.
    kind =
      isCase ? .error(ObjectIdentifier(type(of: error)), caseNumber: error._code) : .other(text)
  }

  /// Creates the failure of a run that did not come to its end.
  init(unfinished run: ScenarioRun) {
    text = run.unfinishedText
    kind = .unfinished(run.ending)
  }
}

extension [RunFailure] {
  /// The way in which a run failed.
  var kinds: Set<RunFailure.Kind> { Set(map(\.kind)) }
}

/// Returns an error with its type: `StoreError.full`.
func readableError(_ error: any Error) -> String {
  let text = readable(error)
  return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
}
