import FakedRecording
import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("FakedRecordingTests-\(UUID().uuidString)").path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> RecordingFile {
    RecordingFile(path: "\(path)/\(name)", shortPath: "Recordings/\(name)")
  }

  /// The files in it, hidden ones too.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? ""
  }
}

/// What a test with a recording found.
struct RecordingRun {
  var failures: [String] = []
  var error: (any Error)?
}

/// Runs a part as a test with that recording, and gives its failures instead of recording them.
func recording(
  _ folder: TemporaryFolder, _ name: String = "test.json", mode: RecordingMode,
  comparing: RecordingComparison = .shape, errors: [RecordedError] = [],
  owner: String = "a() (A.swift:1)", isParameterized: Bool = false,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async -> RecordingRun {
  var run = RecordingRun()
  let seen = Captured<[String]>([])
  let note: @Sendable (FakedScope.Finding) -> Void = { finding in
    seen.withValue { $0.append(finding.message) }
  }
  let scope = FakedScope("a()", reporter: .init(now: note, late: note, note: { _ in }))
  do {
    let session = try RecordingSession(
      folder.file(name), mode: mode, comparing: comparing, errors: errors, test: "a()",
      owner: owner, isParameterized: isParameterized)
    do {
      try await FakedScope.$current.withValue(scope) {
        scope.record(with: session.recorder)
        try await body()
      }
    } catch {
      run.error = error
      scope.sawError(error)
    }
    run.failures += session.end(hasThrown: run.error != nil)
  } catch {
    run.error = error
  }
  let report = scope.end(isStrict: false)
  run.failures += report.findings.map(\.message) + report.unstubbed + seen.value
  return run
}
