import Faked

/// One call of a recording, in the form in which it is compared and stored.
package struct RecordedCall: Sendable {
  /// The parts of the call that are compared, by their names in messages.
  package let compared: JSON
  /// A text that is the same for all equal calls.
  fileprivate let key: String
  /// The call in the form of the file.
  package let json: JSON
  fileprivate let isSuccess: Bool
  /// The call and the error that kept it from reaching the real implementation, if this process recorded it.
  fileprivate let unreached: String?

  package init(_ compared: JSON, json: JSON, isSuccess: Bool, unreached: String? = nil) {
    self.compared = compared
    key = compared.text
    self.json = json
    self.isSuccess = isSuccess
    self.unreached = unreached
  }

  /// Returns the number of parts that differ from a call, of those of another kind, and of all differences.
  fileprivate func distance(from call: JSON) -> (Int, Int, Int) {
    let parts = (compared.members ?? [:]).filter { $0.value != call[$0.key] }
    let others = parts.filter { $0.value.kind != call[$0.key]?.kind }
    return (parts.count, others.count, call.differences(from: compared).count)
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
  func root(of entries: [JSON]) -> JSON
  /// Returns a Boolean value that indicates whether the text of a recorded call, in which secrets are replaced, may be
  /// that of a call.
  func isKey(_ recorded: String, of key: String) -> Bool
}

/// A problem of the content of a file.
package struct RecordingFlaw: Error {
  package let problem: String
  package init(_ problem: String) { self.problem = problem }
}

/// The recording of one test: the calls of the file, and the calls that the test adds.
package final class Recorder: Sendable {
  /// The recording in which the code runs.
  @TaskLocal package static var current: Recorder?

  /// The way in which a call continues.
  package enum Step {
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
    /// The reasons why calls of other functions were not recorded.
    var hints: [String] = []
    var failures: [RecordingFailure] = []
    var problems: Set<String> = []
    var differences: [String] = []
    /// The calls of a check that did not reach the real implementation.
    var unreachable: [String] = []
    /// The calls in flight, by their position.
    var pending: [Int: String] = [:]
    /// The positions of the calls that are in the file.
    var written: Set<Int> = []
    var isOver = false

    var checkFailures: [RecordingFailure] {
      (differences.isEmpty ? [] : [.drift(differences)])
        + (unreachable.isEmpty ? [] : [.unreachable(unreachable)])
    }
  }

  package let mode: RecordingMode
  package let message: RecordingMessage
  private let file: RecordingFile
  private let format: any RecordingFormat
  /// The calls of the file when the test began.
  private let known: [RecordedCall]
  private let state: Captured<State>

  /// Creates a recorder, and reads the file.
  ///
  /// - Parameter test: The name of the test, for the command that runs it.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  package init(
    _ file: RecordingFile, _ format: any RecordingFormat, mode: RecordingMode, test: String?
  ) throws(FakedError) {
    (self.file, self.format, self.mode) = (file, format, mode)
    message = RecordingMessage(file: file, test: test)
    do throws(FakedError) {
      let root = try file.read()
      if root == nil, mode == .none || mode == .check { throw message.error(.noFile) }
      known =
        try root.map { root throws(FakedError) in
          try Self.calls(of: root, in: file, format)
        } ?? []
    } catch {
      if mode != .all { throw error }
      known = []
    }
    var first = State()
    if mode != .all {
      first.calls = known
      first.written = Set(known.indices)
      first.positions = Dictionary(grouping: known.indices) { [known] in known[$0].key }
    }
    state = Captured(first)
  }

  private static func calls(
    of root: JSON, in file: RecordingFile, _ format: any RecordingFormat
  ) throws(FakedError) -> [RecordedCall] {
    do throws(RecordingFlaw) {
      return try format.entries(of: root).enumerated().map { index, entry throws(RecordingFlaw) in
        do throws(RecordingFlaw) { return try format.call(entry) } catch {
          throw RecordingFlaw("can't be read at \(format.list)[\(index)]: \(error.problem)")
        }
      }
    } catch {
      throw file.bad(error.problem)
    }
  }

  private func entries(of root: JSON) throws(FakedError) -> [JSON] {
    do throws(RecordingFlaw) { return try format.entries(of: root) } catch {
      throw file.bad(error.problem)
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
  package func begin(
    _ compared: JSON, _ text: String, counts: Captured<[String: Int]>
  ) -> Step {
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
        return mode == .check
          ? .check(call) : .replay(call, position: positions[number - 1])
      }
      if mode == .none {
        let failure =
          positions.isEmpty
          ? RecordingFailure.noCall(text, hint: hint(compared, among: state.calls))
          : .noMoreCalls(text, recorded: positions.count, number: number)
        return .missing(message.error(failure))
      }
      if state.isOver { return .real }
      if mode == .check {
        state.differences.append("\(text) → is not in the recording")
        return .real
      }
      state.calls.append(nil)
      state.pending[state.calls.count - 1] = text
      return .record(position: state.calls.count - 1)
    }
  }

  /// Returns the nearest recorded call, and how a call that is not recorded differs from it. `nil` if they have nothing in
  /// common.
  private func hint(_ call: JSON, among calls: [RecordedCall?]) -> String? {
    let candidates = calls.enumerated().compactMap { index, other in other.map { (index, $0) } }
    let nearest = candidates.min { $0.1.distance(from: call) < $1.1.distance(from: call) }
    guard let (index, other) = nearest,
      other.distance(from: call).0 < other.compared.members?.count ?? 0
    else { return nil }
    let differences = abridged(call.differences(from: other.compared), to: 3)
    return "Nearest: \(format.list)[\(index)]: \(differences.joined(separator: "; "))"
  }

  /// Records a call that has ended, or forgets it.
  package func end(_ position: Int, as call: RecordedCall?) {
    state.withValue { state in
      guard !state.isOver else { return }
      state.pending[position] = nil
      guard let call else { return }
      state.calls[position] = call
      state.positions[call.key, default: []].append(position)
    }
  }

  /// Adds the differences of a call from its recording.
  package func add(differences: [String], of text: String) {
    add(differences.map { "\(text) → \($0)" }, to: \.differences)
  }

  /// Adds a call of a check that did not reach the real implementation.
  package func add(unreachable call: String) { add([call], to: \.unreachable) }

  /// Adds the reason why a call was not recorded, for a test in which no call was.
  func add(hint: String) { add([hint], to: \.hints) }

  private func add(_ lines: [String], to list: WritableKeyPath<State, [String]>) {
    state.withValue { state in
      for line in lines where !state[keyPath: list].contains(line) {
        state[keyPath: list].append(line)
      }
    }
  }

  /// Adds a failure, unless the test has one with the same problem.
  package func add(_ failure: RecordingFailure, problem: String? = nil) {
    state.withValue { state in
      guard !state.isOver else { return }
      if let problem, !state.problems.insert(problem).inserted { return }
      state.failures.append(failure)
    }
  }

  /// Removes and returns the differences and unreachable calls so far, for a check without a test.
  package func takeFailure() -> RecordingFailure? {
    state.withValue { state in
      defer { (state.differences, state.unreachable) = ([], []) }
      return state.checkFailures.first
    }
  }
}

// The end.
extension Recorder {
  /// Ends the recording, and writes the file if the test passed and the file can hold every call.
  ///
  /// - Parameter problem: The reason why the result of the test forbids to write the file, if there is one.
  /// - Returns: The failures of the test, and a line that says what was recorded.
  package func end(
    _ problem: RecordingFailure.Reason?
  ) -> (failures: [String], note: String?) {
    let state = state.withValue { state in
      state.isOver = true
      return state
    }
    var failures = state.failures + state.checkFailures
    if format.requiresCalls, state.callCount == 0, failures.isEmpty,
      problem == nil || problem == .unknownResult
    {
      failures.append(.noCalls(hints: state.hints))
    }
    let new = state.calls.dropFirst(mode == .all ? 0 : known.count)
    if !new.isEmpty {
      failures += state.pending.values.sorted().map { .notWritten(.pendingCall($0)) }
      if let reason = reasonNotToWrite(problem) { failures.append(.notWritten(reason)) }
    }
    guard !new.isEmpty, failures.isEmpty else {
      return (failures.map(message.text), nil)
    }
    do throws(FakedError) {
      try write()
      let unreached = new.compactMap { $0?.unreached }
      return ([], message.recorded(calls: new.count, unreached: unreached))
    } catch {
      return ([error.message], nil)
    }
  }

  /// Returns the reason why the calls that have ended so far must not be written, if there is one.
  private func reasonNotToWrite(_ problem: RecordingFailure.Reason?) -> RecordingFailure.Reason? {
    let replacesFile = mode == .all && file.exists
    if let problem, problem != .unknownResult || replacesFile { return problem }
    let calls = state.value.calls.dropFirst(mode == .all ? 0 : known.count).compactMap(\.self)
    let unreached = calls.compactMap(\.unreached)
    let successes = Set(replacesFile ? known.filter(\.isSuccess).map(\.key) : [])
    let lost = calls.filter { successes.contains($0.key) }.compactMap(\.unreached)
    if !lost.isEmpty { return .unreachable(lost) }
    // A replayed outage hides that the test never saw the server.
    return calls.isEmpty || unreached.count < calls.count ? nil : .unreachable(unreached)
  }

  /// Writes the calls that have ended so far, without waiting for the end of a test.
  ///
  /// - Returns: The reason why they must not be written, if there is one.
  package func writeNow() throws(FakedError) -> RecordingFailure.Reason? {
    if let reason = reasonNotToWrite(nil) { return reason }
    try write()
    return nil
  }

  private func write() throws(FakedError) {
    try file.replace(evenIfBad: mode == .all) { (current) throws(FakedError) in
      // Another process may have added calls.
      let old = mode == .all ? nil : current
      let present = try old.map { root throws(FakedError) in try entries(of: root) } ?? []
      let new = state.withValue { state in
        let new = state.calls.indices.filter { index in
          state.calls[index] != nil && (mode == .all || !state.written.contains(index))
        }
        state.written.formUnion(new)
        return new.compactMap { state.calls[$0]?.json }
      }
      return format.root(of: present + new)
    }
  }
}

extension RecordingFailure.Reason {
  /// Returns the reason why the result of the test that ends on this task forbids to write a file, if there is one.
  ///
  /// - Parameters:
  ///   - hasThrown: A Boolean value that indicates whether the test threw an error.
  ///   - hasFailed: A Boolean value that indicates whether the test is known to have failed.
  ///   - seesChecks: A Boolean value that indicates whether every failed check is known.
  package static func ofTest(hasThrown: Bool, hasFailed: Bool, seesChecks: Bool) -> Self? {
    Task.isCancelled
      ? .testCanceled
      : hasThrown ? .testThrew : hasFailed ? .testFailed : seesChecks ? nil : .unknownResult
  }
}
