import Faked

/// One call of a recording, in the form in which it is compared and stored.
package struct RecordedCall: Sendable {
  /// The parts of the call that are compared, by their names in messages.
  fileprivate let compared: JSON
  /// A text that is the same for all equal calls.
  fileprivate let key: String
  /// The call in the form of the file.
  let json: JSON
  fileprivate var isInFile: Bool

  package init(_ compared: JSON, json: JSON, isInFile: Bool = true) {
    (self.compared, self.json, self.isInFile) = (compared, json, isInFile)
    key = compared.text
  }

  /// Returns the number of parts that differ from a call, of those of another kind, and of all differences.
  fileprivate func distance(from call: JSON) -> (parts: Int, kinds: Int, differences: Int) {
    let parts = (compared.members ?? [:]).filter { $0.value != call[$0.key] }
    let kinds = parts.filter { $0.value.kind != call[$0.key]?.kind }
    return (parts.count, kinds.count, call.differences(from: compared).count)
  }
}

/// The form of the file of a recorder.
package protocol RecordingFormat: Sendable {
  /// A Boolean value that indicates whether a test without a call has failed.
  var requiresCalls: Bool { get }
  /// The name of the list of calls in messages, such as `log.entries`.
  var list: String { get }
  /// Returns the calls of a file in its form.
  ///
  /// - Throws: The problem, which completes a sentence about the file.
  func entries(of root: JSON) throws(RecordingFlaw) -> [JSON]
  /// Returns a call of a file.
  ///
  /// - Throws: The problem, which completes a sentence about the call.
  func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall
  /// Returns the content of a file with these calls in its form, without secrets.
  ///
  /// - Throws: The problem of a call that can't be written again.
  func root(of entries: [JSON]) throws(RecordingFlaw) -> JSON
  /// Returns a Boolean value that indicates whether the text of a recorded call, in which secrets are replaced, may be
  /// that of a call.
  func isKey(_ recorded: String, of key: String) -> Bool

  /// Returns a call of a fake as messages show it, and its parts that are compared, by their names in messages.
  func compared(
    _ function: FunctionLabel, _ arguments: [Any?]
  ) throws(RecordingFlaw) -> (text: String, parts: JSON)
  /// Returns a call with its real outcome in the form of the file. `nil` if it has none.
  func entry<Output>(
    _ function: FunctionLabel, _ arguments: [Any?], _ outcome: CallOutcome<Output>,
    throwing: any Error.Type
  ) throws(RecordingFlaw) -> JSON?
  /// Returns the outcome of a recorded call.
  func outcome<Output>(
    of call: JSON, throwing: any Error.Type
  ) throws(RecordingFlaw) -> CallOutcome<Output>
  /// Returns the differences of a real call from a recorded one.
  func differences(of real: JSON, from recorded: JSON) -> [String]
}

/// A problem of a file, a call, or a value.
package struct RecordingFlaw: Error {
  package let problem: String
  package init(_ problem: String) { self.problem = problem }
}

/// The recording of one test: the calls of the file, and the calls that the test adds.
package final class Recorder: Sendable {
  /// The recording in which the code runs.
  @TaskLocal package static var current: Recorder?

  /// The way in which a call continues.
  enum Step {
    case replay(RecordedCall, position: Int)
    /// The call runs the real implementation. ``end(_:as:)`` records it.
    case record(position: Int)
    /// The call runs the real implementation, and is compared with a recorded call.
    case check(RecordedCall)
    /// The call runs the real implementation, and is not recorded.
    case real
    /// The call fails, because the recording doesn't have it.
    case missing(FakedError)
  }

  private struct State {
    /// The calls of the file, and those that this test records; `nil` for a call in flight.
    var calls: [RecordedCall?] = []
    /// The positions of equal calls, in order.
    var positions: [String: [Int]] = [:]
    var callCount = 0
    var failures: [RecordingFailure] = []
    var problems: Set<String> = []
    var differences: Set<String> = []
    /// The calls that did not reach the real implementation, with their errors.
    var unreachable: Set<String> = []
    /// The calls in flight, by their position.
    var pending: [Int: String] = [:]
    var isOver = false
  }

  package let mode: RecordingMode
  let format: any RecordingFormat
  package let message: RecordingMessage
  private let file: RecordingFile
  /// A Boolean value that indicates whether the file that this recording replaces existed before it.
  package let replacesFile: Bool
  /// A Boolean value that indicates whether the recording is without a test: its file is written after each call.
  let isWithoutTest: Bool
  private let state: Captured<State>

  /// Creates a recorder, and reads the file.
  ///
  /// - Parameters:
  ///   - test: The name of the test, for the command that runs it.
  ///   - isWithoutTest: A Boolean value that indicates whether the file is written after each call.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid, or if `FAKED_RECORD` is not a
  ///   mode.
  package init(
    _ file: RecordingFile, _ format: any RecordingFormat, mode: RecordingMode, test: String?,
    isWithoutTest: Bool = false
  ) throws(FakedError) {
    _ = try RecordingMode.current()
    (self.file, self.format, self.mode) = (file, format, mode)
    self.isWithoutTest = isWithoutTest
    replacesFile = mode == .all && file.exists
    message = RecordingMessage(file: file, list: format.list, test: test)
    let known: [RecordedCall]?
    do throws(RecordingFlaw) { known = mode == .all ? [] : try Self.calls(of: file, format) } catch
    {
      throw message.error(.badFile(error.problem))
    }
    if known == nil, mode != .missing { throw message.error(.noFile) }
    let calls = known ?? []
    let positions = Dictionary(grouping: calls.indices) { calls[$0].key }
    state = Captured(State(calls: calls, positions: positions))
  }

  private static func calls(
    of file: RecordingFile, _ format: any RecordingFormat
  ) throws(RecordingFlaw) -> [RecordedCall]? {
    guard let root = try file.read() else { return nil }
    return try format.entries(of: root).enumerated().map { index, entry throws(RecordingFlaw) in
      do throws(RecordingFlaw) { return try format.call(entry) } catch {
        throw RecordingFlaw("can't be read at \(format.list)[\(index)]: \(error.problem)")
      }
    }
  }
}

// Calls.
extension Recorder {
  /// Begins a call.
  ///
  /// - Parameters:
  ///   - compared: The parts of the call that are compared.
  ///   - text: The call in messages.
  ///   - counts: The numbers of equal calls so far, by their texts.
  func begin(_ compared: JSON, _ text: String, counts: Captured<[String: Int]>) -> Step {
    let new = compared.text
    return state.withValue { state in
      state.callCount += 1
      let key =
        state.positions[new] != nil
        ? new : state.positions.keys.filter { format.isKey($0, of: new) }.max() ?? new
      let positions = state.positions[key] ?? []
      let number = counts.withValue { counts in
        counts[key, default: 0] += 1
        return counts[key] ?? 1
      }
      if number <= positions.count, let call = state.calls[positions[number - 1]] {
        return mode == .check ? .check(call) : .replay(call, position: positions[number - 1])
      }
      if mode == .none {
        let hint = positions.isEmpty ? hint(compared, among: state.calls.compactMap(\.self)) : nil
        return .missing(
          message.error(
            .noResponse(text, recorded: positions.count, number: number, hint: hint)))
      }
      if state.isOver { return .real }
      if mode == .check {
        state.differences.insert("\(text) → is not in the recording")
        return .real
      }
      state.calls.append(nil)
      state.pending[state.calls.count - 1] = text
      return .record(position: state.calls.count - 1)
    }
  }

  /// Returns the nearest recorded call, and how a call that is not recorded differs from it. `nil` if they have nothing in
  /// common.
  private func hint(_ call: JSON, among calls: [RecordedCall]) -> String? {
    let distances = calls.map { $0.distance(from: call) }
    let nearest = calls.enumerated().min { distances[$0.offset] < distances[$1.offset] }
    guard let (index, other) = nearest, distances[index].parts < call.members?.count ?? 0 else {
      return nil
    }
    let differences = abridged(call.differences(from: other.compared), to: 3)
    return "Nearest: \(format.list)[\(index)]: \(differences.joined(separator: "; "))"
  }

  /// Records a call that has ended, or forgets it.
  func end(_ position: Int, _ compared: JSON, as entry: JSON?) {
    state.withValue { state in
      guard !state.isOver, state.pending.removeValue(forKey: position) != nil, let entry else {
        return
      }
      let call = RecordedCall(compared, json: entry, isInFile: false)
      state.calls[position] = call
      state.positions[call.key, default: []].append(position)
    }
  }

  /// Adds the differences of a call from its recording.
  func add(_ differences: [String], of text: String) {
    state.withValue { $0.differences.formUnion(differences.map { "\(text) → \($0)" }) }
  }

  /// Adds a call that did not reach the real implementation.
  func add(unreached text: String, _ error: String) {
    state.withValue { _ = $0.unreachable.insert("\(text) → \(error)") }
  }

  package func add(_ failure: RecordingFailure) {
    state.withValue { if !$0.isOver { $0.failures.append(failure) } }
  }

  /// Adds a call that the file can't hold, unless the test has another one with the same problem.
  func add(_ flaw: RecordingFlaw, of text: String) {
    let isNew = state.withValue { $0.problems.insert(flaw.problem).inserted }
    if isNew { add(.unencodable(text, flaw)) }
  }
}

// The end.
extension Recorder {
  /// Ends the recording, and writes the file if the test passed and the file can hold every call.
  ///
  /// - Parameters:
  ///   - problem: The reason why the result of the test forbids to write the file, if there is one.
  ///   - isFinal: A Boolean value that indicates whether the test is over, and not only a call of a recording without a
  ///     test.
  /// - Returns: The failures of the test, and a line that says what was recorded.
  package func end(
    _ problem: RecordingFailure.Reason?, isFinal: Bool = true
  ) -> (failures: [String], note: String?) {
    let state = state.withValue { state in
      defer { if !isFinal { (state.differences, state.unreachable) = ([], []) } }
      state.isOver = isFinal
      return state
    }
    var failures = state.failures
    if !state.differences.isEmpty { failures.append(.drift(state.differences.sorted())) }
    if !state.unreachable.isEmpty, isFinal || mode == .check {
      failures.append(.unreachable(state.unreachable.sorted(), mode))
    }
    if isFinal, format.requiresCalls, state.callCount == 0, failures.isEmpty,
      problem == nil || problem == .unknownResult
    {
      failures.append(.noCalls)
    }
    let count = state.calls.filter { $0?.isInFile == false }.count
    if isFinal {
      failures += state.pending.values.sorted().map { .notWritten(.pendingCall($0)) }
    }
    if let problem, count > 0, problem != .unknownResult || replacesFile {
      failures.append(.notWritten(problem))
    }
    guard count > 0, failures.isEmpty else { return (failures.map(message.text), nil) }
    do throws(RecordingFlaw) { try write() } catch {
      return ([message.text(.badFile(error.problem))], nil)
    }
    return ([], message.recorded(calls: count))
  }

  private func write() throws(RecordingFlaw) {
    try file.replace { () throws(RecordingFlaw) in
      // Another process may have added calls.
      let present = mode == .all ? nil : try file.read()
      let old = try present.map { root throws(RecordingFlaw) in try format.entries(of: root) } ?? []
      let new = state.withValue { state in
        let new = state.calls.filter { mode == .all || $0?.isInFile == false }
        for index in state.calls.indices { state.calls[index]?.isInFile = true }
        return new.compactMap { $0?.json }
      }
      return try format.root(of: old + new)
    }
  }
}

extension RecordingFailure.Reason {
  /// Returns the reason why the result of a test forbids to write a file, if there is one.
  ///
  /// - Parameters:
  ///   - hasThrown: A Boolean value that indicates whether the test threw an error.
  ///   - hasFailed: A Boolean value that indicates whether the test is known to have failed.
  ///   - seesChecks: A Boolean value that indicates whether every failed check is known.
  package static func ofTest(hasThrown: Bool, hasFailed: Bool, seesChecks: Bool) -> Self? {
    if hasThrown { return .testThrew }
    return hasFailed ? .testFailed : seesChecks ? nil : .unknownResult
  }
}
