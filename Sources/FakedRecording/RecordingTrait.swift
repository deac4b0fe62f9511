@_exported import FakedReplay
@_exported import FakedTesting
import Foundation
import Testing

/// A trait that replays or records the real implementations behind the fakes of a test. See `.recorded(_:)`.
public struct RecordingTrait: TestTrait, TestScoping {
  let place: RecordingPlace

  /// Runs one test case with its recording. Swift Testing calls this function.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case, or `nil` for a suite, whose cases run one at a time.
  ///   - function: The code of the test.
  /// - Throws: The errors of the test, and `FakedError.invalidParameter` for a file that is missing or not valid.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let player = try place.player(of: test.name)
    guard TestScope.current == nil else { return try await player.run(at: place.site, function) }
    try await FakedTrait.faked.provideScope(for: test, testCase: testCase) {
      try await player.run(at: place.site, function)
    }
  }
}

extension Trait where Self == RecordingTrait {
  /// Replays the calls of real implementations from `Recordings/name.json` next to the test file, or records
  /// them.
  ///
  /// Only calls that a fake forwards with `real:`, and to which no stub responds, belong to the recording.
  /// Calls with `default:` keep running the fake's own behavior. The fakes must be created or first stubbed in
  /// the test. Without `FAKED_RECORD`, a call gets its result from the file alone, by function and equal
  /// arguments, in order, and a call that is not in the file fails. The test is a scope, as with `.faked`; it
  /// may have both traits. The file is read once, before the test.
  ///
  /// ```swift
  /// @Test(.recorded("emma")) func emmaIsFound() async throws {
  ///   let library = SpyLibrary(real: Library())
  ///   #expect(try await library.find("Emma") == ["Emma"])
  /// }
  /// ```
  ///
  /// See <doc:RecordingAndReplaying>.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, without an extension.
  ///   - mode: The mode. Defaults to the mode that `FAKED_RECORD` names.
  ///   - errors: The recorded forms of errors that functions throw as `any Error`.
  ///   - ignored: The arguments that are not compared, such as a date or a nonce: their labels, `argument 2` for one
  ///     without a label, and the names of fields in arguments. Defaults to none.
  ///   - bundle: The bundle that contains the recordings on devices without the sources, such as a phone.
  /// - Returns: The trait.
  public static func recorded(
    _ name: String, mode: RecordingMode = .ofEnvironment,
    errors: [RecordedError] = [],
    ignoring ignored: [String] = [],
    bundle: Bundle? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    RecordingTrait(
      place: RecordingPlace(
        name: name, mode: mode,
        errors: errors, ignored: ignored, bundle: bundle,
        site: SourceLine(fileID, filePath, line, column)))
  }
}
