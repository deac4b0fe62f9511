import Faked

/// The recording of one test: the calls of the file, and the calls that the test adds.
package final class RecordingSession: Sendable {
  /// The recording in which the code runs.
  @TaskLocal package static var current: RecordingSession?

  /// The result of a test.
  package enum TestResult: Sendable {
    case passed, threw, failed, canceled
    /// The test threw no error, but it is unknown whether a check failed.
    case unknown
  }

  struct State {
    /// The calls of the file, and those that this test records; `nil` for a call in flight.
    var calls: [RecordedCall?]
    /// The positions of equal calls, in order.
    var positions: [String: [Int]] = [:]
    var callCount = 0
    /// The functions whose calls ran the fake's own behavior.
    var defaults: Set<String> = []
    /// The functions of other fakes that called their real implementation.
    var excluded: Set<String> = []
    var failures: [RecordingFailure] = []
    /// The values that the file can't hold, by their problem, and the number of further calls with that problem.
    var unencodable: [(value: UnencodableValue, furtherCalls: Int)] = []
    var differences: [String] = []
    /// The calls of a check that did not reach the real implementation.
    var unreachable: [String] = []
    /// The calls in flight, by their position.
    var pending: [Int: String] = [:]
    var isOver = false
  }

  let mode: RecordingMode
  let comparing: RecordingComparison
  let errors: [RecordedError]
  package let message: RecordingMessage
  let state: Captured<State>
  private let file: RecordingFile
  private let types: Set<ObjectIdentifier>
  private let owner: String
  private let isParameterized: Bool
  /// The calls of the file when the test began.
  private let known: [RecordedCall]
  private let version: RecordingFileVersion?

  /// Creates a session, and reads the file unless all calls are recorded again.
  ///
  /// - Parameters:
  ///   - types: The types of the fakes whose calls are recorded; empty for all fakes.
  ///   - test: The name of the test, for the command that runs it.
  ///   - owner: The name of the test in messages, with its line.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  package init(
    _ file: RecordingFile, mode: RecordingMode, comparing: RecordingComparison,
    errors: [RecordedError], only types: Set<ObjectIdentifier> = [], test: String, owner: String,
    isParameterized: Bool = false
  ) throws(FakedError) {
    self.mode = mode
    self.comparing = comparing
    self.errors = errors + RecordedError.common
    self.file = file
    self.types = types
    self.owner = owner
    self.isParameterized = isParameterized
    message = RecordingMessage(file: file, test: test)
    version = file.version
    if mode == .all {
      // The old calls are only used to detect a server that responded before and can't be reached now.
      known = (try? file.read().map { json in try Recording(json, of: file).calls }) ?? []
      state = Captured(State(calls: []))
      return
    }
    if let json = try file.read() {
      known = try Recording(json, of: file).calls
    } else if mode == .missing {
      known = []
    } else {
      throw message.error(.noFile)
    }
    var first = State(calls: known)
    for (position, call) in known.enumerated() {
      first.positions[call.key, default: []].append(position)
    }
    state = Captured(first)
  }

  /// The recorder of the calls of the test.
  package var recorder: any CallRecorder { RecordingPlayer(self, records: mode == .all) }

  /// Returns a Boolean value that indicates whether the calls of a fake belong to the recording.
  func includes(_ function: FunctionLabel) -> Bool {
    types.isEmpty || types.contains(ObjectIdentifier(function.fake))
  }
}

// Failures.
extension RecordingSession {
  /// Adds a function whose calls don't belong to the recording.
  func addExcluded(_ function: FunctionLabel) {
    state.withValue { state in
      if state.callCount == 0 { state.excluded.insert(function.recordedName) }
    }
  }

  package func add(_ failure: RecordingFailure) {
    state.withValue { if !$0.isOver { $0.failures.append(failure) } }
  }

  /// Adds a value that the file can't hold. Calls with the same problem become one failure.
  func add(_ value: UnencodableValue) {
    state.withValue { state in
      if state.isOver { return }
      let index = state.unencodable.firstIndex { $0.value.hasSameProblem(as: value) }
      if let index {
        state.unencodable[index].furtherCalls += 1
      } else {
        state.unencodable.append((value, 0))
      }
    }
  }

  /// Adds a failure if another recording of the scope is under way, other than the one around this one.
  package func checkOther(_ recorder: (any CallRecorder)?) {
    guard let other = recorder as? RecordingPlayer, other.session !== Self.current else { return }
    add(.notWritten(.twoRecordings))
  }
}

// The end.
extension RecordingSession {
  /// Ends the recording, and writes the file if the test passed and the file can hold every call.
  ///
  /// - Returns: The failures of the test, and a line that says what was recorded.
  package func end(_ result: TestResult) -> (failures: [String], note: String?) {
    let state = state.withValue { state in
      state.isOver = true
      return state
    }
    var failures = state.failures + problems(of: state, result)
    let new = state.calls.dropFirst(mode == .all ? 0 : known.count)
    guard mode == .all || mode == .missing, !new.isEmpty else {
      return (failures.map(message.text), nil)
    }
    failures += state.pending.values.sorted().map { .notWritten(.pendingCall($0)) }
    if let reason = reasonNotToWrite(new.compactMap(\.self), result) {
      failures.append(.notWritten(reason))
    }
    if !failures.isEmpty { return (failures.map(message.text), nil) }
    do throws(FakedError) {
      try RecordingOwners.claim(
        file, for: owner, isParameterized: isParameterized,
        replacingIn: mode == .all ? TestScope.current : nil)
      try write(state.calls.compactMap(\.self))
      let unreached = new.compactMap { $0?.unreached }
      return ([], message.recorded(calls: new.count, unreached: unreached))
    } catch {
      return ([error.message], nil)
    }
  }

  private func problems(of state: State, _ result: TestResult) -> [RecordingFailure] {
    var failures: [RecordingFailure] = state.unencodable.map {
      .unencodable($0.value, furtherCalls: $0.furtherCalls)
    }
    let replaced = mode == .all ? [] : state.defaults.intersection(known.map(\.function)).sorted()
    if !replaced.isEmpty {
      failures.append(.recordedDefaults(replaced))
    } else if state.callCount == 0, [.passed, .unknown].contains(result) {
      failures.append(
        .noCalls(defaults: state.defaults.sorted(), excluded: state.excluded.sorted()))
    }
    if !state.differences.isEmpty { failures.append(.drift(state.differences)) }
    if !state.unreachable.isEmpty { failures.append(.unreachable(state.unreachable)) }
    return failures
  }

  /// Returns the reason why the calls must not be written, if there is one.
  private func reasonNotToWrite(
    _ calls: [RecordedCall], _ result: TestResult
  ) -> RecordingFailure.Reason? {
    let replacesFile = mode == .all && file.exists
    var old = Dictionary(grouping: known, by: \.key)
    let reason = RunToRecord.reasonNotToWrite(
      calls.map { call in
        let other = old[call.key].flatMap { $0.first }
        if other != nil { old[call.key]?.removeFirst() }
        return .init(
          isSuccess: call.outcome.isReturned, unreached: call.unreached,
          isChange: other.map { $0.outcome != call.outcome } ?? false)
      }, replacesFile: replacesFile)
    return result.reasonNotToWrite(replacesFile: replacesFile) ?? reason
  }

  private func write(_ calls: [RecordedCall]) throws(FakedError) {
    try file.replace(evenIfBad: mode == .all) { (current) throws(FakedError) in
      if mode == .all, current != nil, file.version != version {
        throw message.error(.notWritten(.changedByOtherProcess))
      }
      guard mode == .missing, let current else { return Recording(calls: calls).json }
      // Another process may have added calls.
      var recording = try Recording(current, of: file)
      recording.merge(calls)
      return recording.json
    }
  }
}
