import Faked

/// Answers calls from a recording, or records them; every run of an exploration has its own.
final class RecordingPlayer: CallRecorder {
  let session: RecordingSession
  /// Whether it asks the real thing at once, whatever is recorded.
  private let records: Bool
  /// How many of equal calls came.
  private let counts = Captured<[String: Int]>([:])

  init(_ session: RecordingSession, records: Bool) {
    self.session = session
    self.records = records
  }

  func fromStart() -> any CallRecorder { RecordingPlayer(session, records: false) }

  func sawDefault(of function: FunctionLabel) {}

  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    let call = ReplayedCall<Output, Failure>(session, function, arguments)
    session.state.withValue { $0.callCount += 1 }
    let encoded: [JSON]
    do throws(FakedError) {
      encoded = try call.encodedArguments()
    } catch {
      if session.mode == .none { return .missing(error) }
      session.note(error.message)
      return .callThrough { $0 }
    }
    if records { return call.record(encoded) }

    let key = RecordedCall.key(call.name, encoded)
    let count = counts.withValue { counts in
      defer { counts[key, default: 0] += 1 }
      return counts[key] ?? 0
    }
    let (found, recorded, isOver) = session.state.withValue { state in
      let places = state.places[key] ?? []
      let place = places.indices.contains(count) ? places[count] : nil
      return (
        place.flatMap { place in state.calls[place].map { (place, $0) } }, places.count,
        state.isOver
      )
    }
    switch session.mode {
    case .none:
      guard let (place, known) = found else { return .missing(call.missing(encoded, recorded)) }
      return call.replay(known, at: place)
    case .missing, .all:
      if let (place, known) = found { return call.replay(known, at: place) }
      return isOver ? .callThrough { $0 } : call.record(encoded)
    case .check:
      guard !isOver else { return .callThrough { $0 } }
      return .callThrough { real in
        guard let (_, known) = found else {
          self.session.differ("\(call.text) → is not in the recording")
          return real
        }
        return call.compare(known, with: real)
      }
    }
  }
}

extension RecordingSession {
  package func note(_ problem: String) {
    state.withValue { if !$0.isOver { $0.problems.append(problem) } }
  }

  func differ(_ difference: String) {
    state.withValue {
      if !$0.differences.contains(difference) { $0.differences.append(difference) }
    }
  }
}
