import Faked

/// A player that replays the calls of a recording, or records them. Every run of an exploration has its own player.
final class RecordingPlayer: CallRecorder {
  let session: RecordingSession
  /// A Boolean value that indicates whether every call reaches the real implementation.
  private let records: Bool
  /// The number of equal calls so far, by key.
  private let counts = Captured<[String: Int]>([:])

  init(_ session: RecordingSession, records: Bool) {
    self.session = session
    self.records = records
  }

  func fromStart() -> any CallRecorder { RecordingPlayer(session, records: false) }

  func sawDefault(of function: FunctionLabel) {
    guard session.includes(function) else { return }
    session.state.withValue { state in
      if !state.isOver { state.defaults.insert(function.recordedName) }
    }
  }

  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    guard session.includes(function) else {
      session.addExcluded(function)
      return .callThrough { .real($0) }
    }
    let call = ReplayedCall<Output, Failure>(
      session: session, function: function, arguments: arguments)
    session.state.withValue { $0.callCount += 1 }
    let encoded: [JSON]
    do throws(Unencodable) {
      encoded = try call.encodedArguments()
    } catch {
      if session.mode == .none {
        return .missing(session.message.error(.unencodable(error.value, furtherCalls: 0)))
      }
      session.add(error.value)
      return .callThrough { .real($0) }
    }
    if records { return call.record(encoded) }

    let key = RecordedCall.key(call.name, encoded)
    let count = counts.withValue { counts in
      defer { counts[key, default: 0] += 1 }
      return counts[key] ?? 0
    }
    let (found, recorded, isOver) = session.state.withValue { state in
      let positions = state.positions[key] ?? []
      let position = positions.indices.contains(count) ? positions[count] : nil
      return (
        position.flatMap { position in state.calls[position].map { (position, $0) } },
        positions.count, state.isOver
      )
    }
    if session.mode != .check, let (position, known) = found {
      return call.replay(known, at: position)
    }
    switch session.mode {
    case .none: return .missing(call.missing(encoded, recorded: recorded, number: count + 1))
    case _ where isOver: return .callThrough { .real($0) }
    case .missing, .all: return call.record(encoded)
    case .check:
      return .callThrough { real in
        guard let (_, known) = found else {
          self.session.differ("\(call.text) → is not in the recording")
          return .real(real)
        }
        return call.compare(known, with: real)
      }
    }
  }
}

extension RecordingSession {
  func differ(_ difference: String) {
    state.withValue {
      if !$0.differences.contains(difference) { $0.differences.append(difference) }
    }
  }

  func missReal(_ call: String) {
    state.withValue { if !$0.unreachable.contains(call) { $0.unreachable.append(call) } }
  }
}
