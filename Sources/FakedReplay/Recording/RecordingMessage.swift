import Faked

/// Renders the failures of a recording.
package struct RecordingMessage: Sendable {
  private let file: RecordingFile
  /// The option that runs the test; empty if there is none.
  private let filter: String

  package init(file: RecordingFile, test: String?) {
    self.file = file
    filter = Self.filter(TestScope.current?.name, test)
  }

  package func error(_ failure: RecordingFailure) -> FakedError {
    switch failure {
    case .noCall, .noMoreCalls: .missingFunction(text(failure))
    case .unfitCall: .typeMismatch(text(failure))
    default: .invalidParameter(text(failure))
    }
  }

  package func text(_ failure: RecordingFailure) -> String {
    let name = file.shortPath
    let isArchive = name.hasSuffix(".har")
    let (entry, link, request) = isArchive ? ("response", "to", "request") : ("call", "of", "call")
    switch failure {
    case .noFile:
      return lines(
        "\(name) doesn't exist yet.",
        "Record it while the real implementation can be reached: \(command(.missing))")
    case .badFile(let problem):
      return lines(
        "\(name) \(problem).",
        "Fix or delete \(file.path), or replace it with \(file.recordedBy ?? "FAKED_RECORD=all").")
    case .noCall(let call, let hint):
      return lines("\(name) has no \(entry) \(link) \(call).", [hint] + advice)
    case .noMoreCalls(let call, let recorded, let number):
      return lines(
        "\(name) has \(plural(recorded, entry)) \(link) \(call), and this is \(request) \(number).",
        advice)
    case .unfitCall(let call, let position, let reason):
      return lines(
        "\(name), calls[\(position)], \(call): the recorded value doesn't fit: \(reason).",
        recordAgain)
    case .unencodable(let value, let furtherCalls): return text(value, furtherCalls)
    case .noCalls(let defaults, let excluded):
      let hints =
        excluded.map { "\($0) is not recorded, because `only:` does not contain its fake." }
        + defaults.map {
          "\($0) ran `default:`, which is never recorded. If that calls the real implementation, write `real:`."
        }
      let kind = excluded.isEmpty ? "a real implementation" : "a fake in `only:`"
      return lines(
        "\(name): no call of \(kind) was made.",
        [
          "A recording contains only calls that fakes forward with `real:` and to which no stub responds."
        ] + abridged(hints, to: 3))
    case .recordedDefaults(let functions):
      return lines(
        "\(name) has calls of functions that ran `default:`:",
        abridged(functions, to: 10) + [
          "A recording replaces only `real:`, never a fake's own behavior.",
          "If `default:` calls the real implementation, write `real:` instead. Otherwise, \(recordAgain.lowercasedFirst)",
        ])
    case .drift(let differences):
      return lines(
        "\(name) has drifted from the real implementation:",
        abridged(differences) + [recordAgain])
    case .unreachable(let calls):
      return lines(
        "The real implementation could not be reached, so this part of \(name) was not checked:",
        abridged(calls) + ["Check it again later: \(command(.check))"])
    case .notWritten(let reason): return text(reason)
    case .sharedFile(let owner, let other):
      let example =
        isArchive
        ? #"FakeTransport(replaying: "name-\(argument)")"#
        : #"withRecording("name-\(argument)") { … }"#
      return lines(
        "\(name) is written \(Self.owners(owner, other)).",
        "Give each its own name. For the cases of a test: \(example)")
    case .replacedTwice(let owner):
      return lines(
        "\(name) is written twice by one run of \(owner).",
        #"Give each its own name: withRecording("name-\(number)") { … }"#)
    }
  }

  /// Returns the line that says what was recorded, followed by the calls that did not reach the server.
  package func recorded(calls: Int, unreached: [String]) -> String {
    let line = "Recorded \(plural(calls, "call")) in \(file.shortPath)."
    if unreached.isEmpty { return line }
    let count = unreached.count
    return lines(
      "\(line) \(count == 1 ? "1 of them" : "\(count) of them") could not reach the real implementation:",
      abridged(unreached))
  }
}

extension RecordingMessage {
  private func text(_ reason: RecordingFailure.Reason) -> String {
    let start = "\(file.shortPath) was not written: "
    switch reason {
    case .testThrew: return start + "the test threw an error."
    case .testFailed: return start + "the test failed."
    case .testCanceled: return start + "the test was canceled."
    case .unknownResult:
      return lines(
        start + "this test can't tell whether one of its checks failed.",
        "Add the trait to the test: @Test(.faked), with Swift 6.2 or later. In XCTest, use FakedTestCase."
      )
    case .noSuccess(let calls): return start + "none of \(plural(calls, "call")) succeeded."
    case .unreachable(let calls):
      return lines(
        start + "the real implementation could not be reached:", abridged(calls))
    case .pendingCall(let call):
      return start + "\(call) had not ended when the test ended; await it."
    case .unreplayable(let request):
      return lines(
        start + "a replay would not find \(request), because it contains the value of a secret.",
        "Record with a secret of at least 16 bytes, or of at least 8 bytes with a digit.")
    case .twoRecordings:
      return start + "two recordings ran at the same time in one test; run them one at a time."
    case .changedByOtherProcess:
      return lines(
        start + "another process wrote it while the test ran.",
        "Record in one process at a time.")
    case .tooLarge(let megabytes):
      return start
        + "it would be \(megabytes) MB, and the limit is \(RecordingFile.maxBytes >> 20) MB."
    case .system(let reason, let path): return start + "\(reason) (\(path))."
    }
  }

  private func text(_ value: UnencodableValue, _ furtherCalls: Int) -> String {
    let start = "\(value.call) can't be recorded in \(file.shortPath): "
    let others =
      furtherCalls == 0
      ? [] : ["\(plural(furtherCalls, "further call")) can't be recorded for the same reason."]
    if case .error(let error) = value.part, value.reason == nil {
      return lines(
        start + "it threw \(error), and the recording has no form for \(value.type).",
        others + [
          "Make \(value.type) Codable or CaseIterable, and name it: errors: [.init(\(value.type).self)]"
        ])
    }
    let part =
      switch value.part {
      case .argument(let label?, _): "argument `\(label)` is \(withArticle(value.type)), which "
      case .argument(nil, let position):
        "argument \(position) is \(withArticle(value.type)), which "
      case .result: "its result is \(withArticle(value.type)), which "
      case .error(let error): "it threw \(error), which "
      }
    // A function can't conform to a protocol.
    let fix = value.type.contains("->") ? "Stub" : "Make the type Codable, or stub"
    return lines(
      start + part + (value.reason.map { "can't be encoded: \($0)." } ?? "is not Codable."),
      others + ["\(fix) the function: a stubbed call is not recorded."])
  }

  private func lines(_ first: String, _ others: [String]) -> String {
    ([first] + others).joined(separator: "\n  ")
  }

  private func lines(_ first: String, _ second: String) -> String { lines(first, [second]) }

  /// The commands that record a missing call.
  private var advice: [String] {
    if let tool = file.recordedBy { return ["Record a new file with \(tool)."] }
    return [
      "Record this call too: \(command(.missing))", "Or record all calls again: \(command(.all))",
    ]
  }

  private var recordAgain: String { "Record it again: \(command(.all))" }

  private func command(_ mode: RecordingMode) -> String {
    file.recordedBy ?? "FAKED_RECORD=\(mode.rawValue) swift test\(filter)"
  }

  /// Names the owners of one file, each with its line: `a() (A.swift:1)`.
  private static func owners(_ owner: String, _ other: String) -> String {
    if owner == other { return "by two cases of \(owner)" }
    guard let start = owner.lastIndex(of: "("), other.hasPrefix(owner[..<start]) else {
      return "by two tests, \(owner) and \(other)"
    }
    let places = [owner, other].map { $0[start...].dropFirst().dropLast() }
    return "twice in \(owner[..<start].dropLast()), at \(places.joined(separator: " and "))"
  }

  /// Returns the option that runs one test; empty if neither name is the name of a test.
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
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
