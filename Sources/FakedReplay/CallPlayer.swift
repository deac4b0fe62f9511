import Faked
import Foundation

/// Replays or records the calls of fakes. Every run of an exploration has its own player.
package final class CallPlayer: CallRecorder {
  package let recorder: Recorder
  /// The number of equal calls so far, by key.
  private let counts = Captured<[String: Int]>([:])

  package init(_ recorder: Recorder) { self.recorder = recorder }

  package func fromStart() -> any CallRecorder { CallPlayer(recorder) }

  package func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    let format = recorder.format
    let (text, compared): (String, JSON)
    do throws(RecordingFlaw) { (text, compared) = try format.compared(function, arguments) } catch {
      let text = function.call(arguments)
      if recorder.mode == .none {
        return .missing(recorder.message.error(.unencodable(text, error)))
      }
      recorder.add(error, of: text)
      return .callThrough { .real($0) }
    }
    /// Returns a real call in the form of the file, or `nil` if the file can't hold it.
    func entry(_ outcome: CallOutcome<Output>) -> JSON? {
      if let error = outcome.unreached {
        recorder.add(unreached: text, error)
        return nil
      }
      do throws(RecordingFlaw) {
        return try format.entry(function, arguments, outcome, throwing: Failure.self)
      } catch {
        recorder.add(error, of: text)
        return nil
      }
    }
    switch recorder.begin(compared, text, counts: counts) {
    case .real: return .callThrough { .real($0) }
    case .missing(let error): return .missing(error)
    case .replay(let call, let position):
      do throws(RecordingFlaw) {
        return .recorded(try format.outcome(of: call.json, throwing: Failure.self))
      } catch {
        let failure = RecordingFailure.unfitCall(text, position: position, reason: error.problem)
        return .missing(recorder.message.error(failure))
      }
    case .record(let position):
      return .callThrough { [self] real in
        recorder.end(position, compared, as: entry(real))
        return failure().map { .missing($0) } ?? .real(real)
      }
    case .check(let recorded):
      return .callThrough { [self] real in
        if let entry = entry(real) {
          recorder.add(format.differences(of: entry, from: recorded.json), of: text)
        }
        if let error = failure() { return .missing(error) }
        let outcome: CallOutcome<Output>? = try? format.outcome(
          of: recorded.json, throwing: Failure.self)
        return outcome.map { .recorded($0) } ?? .real(real)
      }
    }
  }
}

extension CallPlayer {
  /// Ends a call of a recording without a test: writes the file, or returns the failure of the call.
  private func failure() -> FakedError? {
    guard recorder.isWithoutTest else { return nil }
    return recorder.end(nil, isFinal: false).failures.first.map(FakedError.assertionFailed)
  }
}

extension CallOutcome {
  /// The error that kept a call from reaching the real implementation, if there was one.
  fileprivate var unreached: String? {
    guard case .threw(let error) = self else { return nil }
    // The error may wrap another one, as `NetworkError.transport` does. Reflection shows the payload of an enum as a
    // child. Deeper errors have other causes.
    let inner = Mirror(reflecting: error).children.lazy.compactMap { $0.value as? URLError }.first
    guard let code = (error as? URLError ?? inner)?.errorCode else { return nil }
    switch code {
    // Timeouts, lost connections, unknown hosts, missing networks, and untrusted servers.
    case -1001, -1006 ... -1003, -1009, -1020 ... -1018, -1206 ... -1200: return "URLError \(code)"
    default: return nil
    }
  }
}
