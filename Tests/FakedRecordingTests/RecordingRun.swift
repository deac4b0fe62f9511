import FakedRecording
import Foundation
import TestSupport

extension TemporaryFolder {
  func file(_ name: String) -> RecordingFile {
    RecordingFile(path: "\(path)/\(name)", shortPath: "Recordings/\(name)")
  }

  func text(_ name: String) -> String { read(name) ?? "" }
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
