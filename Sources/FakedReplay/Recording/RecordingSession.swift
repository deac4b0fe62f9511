import Faked

/// One test with its recording: what the file has, and what the test adds to it.
package final class RecordingSession: Sendable {
  /// The recording that the code runs in.
  @TaskLocal package static var current: RecordingSession?

  struct State {
    /// The calls of the file, and those that this test records; nil for one under way.
    var calls: [RecordedCall?]
    /// Where the equal calls are, in order.
    var places: [String: [Int]] = [:]
    /// How many calls came.
    var callCount = 0
    var problems: [String] = []
    var differences: [String] = []
    /// What was under way when the test ended, and is not recorded.
    var unfinished: [Int: String] = [:]
    var isOver = false
  }

  let mode: RecordingMode
  let comparing: RecordingComparison
  let errors: [RecordedError]
  package let message: RecordingMessage
  let state: Captured<State>
  private let owner: String
  private let isParameterized: Bool
  private let recordedCount: Int

  /// Reads the file, unless all is recorded anew.
  ///
  /// `owner` is the test as texts name it, with its line.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or bad.
  package init(
    _ file: RecordingFile, mode: RecordingMode, comparing: RecordingComparison,
    errors: [RecordedError], test: String, owner: String, isParameterized: Bool = false
  ) throws(FakedError) {
    self.mode = mode
    self.comparing = comparing
    self.errors = errors + RecordedError.common
    self.owner = owner
    self.isParameterized = isParameterized
    message = RecordingMessage(file: file, test: test)
    var calls: [RecordedCall] = []
    if mode != .all {
      if let recording = try Recording(file) {
        calls = recording.calls
      } else if mode != .missing {
        throw message.noFile()
      }
    }
    recordedCount = calls.count
    var first = State(calls: calls)
    for (place, call) in calls.enumerated() { first.places[call.key, default: []].append(place) }
    state = Captured(first)
  }

  /// What answers the calls of the test.
  package var recorder: any CallRecorder { RecordingPlayer(self, records: mode == .all) }

  /// Notes that another recording of its scope is under way, which is not the one around it.
  package func noteOther(_ recorder: (any CallRecorder)?) {
    guard let other = recorder as? RecordingPlayer, other.session !== Self.current else { return }
    note(message.ranTwice())
  }

  /// Ends the recording and writes the file, unless the test threw an error or a call cannot be in it.
  ///
  /// Gives what is wrong, a failure of the test each.
  package func end(hasThrown: Bool) -> [String] {
    let state = state.withValue { state in
      state.isOver = true
      return state
    }
    var problems = state.problems
    if state.callCount == 0, !hasThrown { problems.append(message.noCalls()) }
    if !state.differences.isEmpty { problems.append(message.drift(state.differences)) }
    guard mode == .all || mode == .missing, state.calls.count > recordedCount else {
      return problems
    }
    problems += state.unfinished.values.sorted().map {
      message.isNotWritten("\($0) was under way when the test ended; await it")
    }
    if hasThrown { return problems + [message.isNotWritten("the test threw an error")] }
    if !problems.isEmpty { return problems }
    do throws(FakedError) {
      try RecordingOwners.claim(message.file, for: owner, isParameterized: isParameterized)
      try message.file.write(Recording(calls: state.calls.compactMap(\.self)).json)
    } catch {
      problems.append(error.message)
    }
    return problems
  }
}
