import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
  func file(_ name: String) -> RecordingFile {
    RecordingFile(path: "\(path)/\(name)", shortPath: "Recordings/\(name)")
  }

  func text(_ name: String = "test.json") -> String { read(name) ?? "" }

  /// Replaces a text in the recording.
  func replace(_ old: String, by new: String) throws {
    try write(text().replacingOccurrences(of: old, with: new), to: "test.json")
  }
}

/// The failures of a test with a recording.
struct RecordingRun {
  var failures: [String] = []
  var error: (any Error)?
  /// The line that says what was recorded.
  var note: String?
  /// The text of the error, or an empty string if there is none.
  var text: String { error.map { "\($0)" } ?? "" }
}

/// Runs a part as a test with a recording, and returns its failures instead of recording them.
func recording(
  _ folder: TemporaryFolder, _ name: String = "test.json", mode: RecordingMode,
  errors: [RecordedError] = [], ignoring ignored: [String] = [],
  problem: RecordingFailure.Reason? = nil, test: String = "a()",
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async -> RecordingRun {
  var run = RecordingRun()
  let probe = ProbedScope()
  do {
    let format = CallFormat(errors: errors, ignoring: ignored)
    let player = CallPlayer(try Recorder(folder.file(name), format, mode: mode, test: test))
    do {
      try await probe.run {
        probe.scope.record(with: player)
        try await body()
      }
    } catch {
      run.error = error
      probe.scope.sawError(error)
    }
    let (failures, note) = player.recorder.end(problem ?? (run.error == nil ? nil : .testThrew))
    run.failures += failures
    run.note = note
  } catch {
    run.error = error
  }
  run.failures += probe.endWithTexts()
  return run
}

extension TemporaryFolder {
  /// Runs a part with a fake whose real implementation can be reached only while it is recorded.
  func weather(
    _ mode: RecordingMode, real: Weather? = nil, errors: [RecordedError] = [],
    isolation: isolated (any Actor)? = #isolation, _ body: (FakeWeather) async throws -> Void
  ) async -> RecordingRun {
    let real = real ?? (mode == .none ? .unreachable : Weather())
    let run = await recording(self, mode: mode, errors: errors) {
      try await body(FakeWeather(real))
    }
    #expect(mode != .none || real.calls.value == 0, "the real thing was called")
    return run
  }

  /// Runs such a part, and expects no failures.
  func passes(
    _ mode: RecordingMode, real: Weather? = nil, errors: [RecordedError] = [],
    isolation: isolated (any Actor)? = #isolation, _ body: (FakeWeather) async throws -> Void
  ) async {
    let run = await weather(mode, real: real, errors: errors, body)
    #expect(run.failures == [] && run.error == nil, "\(mode)")
  }

  /// Records a call for the city of Bern.
  func recordBern() async {
    await passes(.all) { _ = try await $0.forecast(for: "Bern", days: 3) }
  }

  /// Records a part, and replays it.
  func twice(
    errors: [RecordedError] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: (FakeWeather) async throws -> Void
  ) async {
    for mode in [RecordingMode.all, .none] { await passes(mode, errors: errors, body) }
  }
}
