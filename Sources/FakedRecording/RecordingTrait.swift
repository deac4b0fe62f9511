import FakedTesting
import Foundation
import Testing

/// Makes the fakes of a test answer from a recording; see `.recorded(_:)`.
public struct RecordingTrait: TestTrait, TestScoping {
  let place: RecordingPlace

  /// Runs one test case with its recording; Swift Testing calls it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let session = try place.session(of: test.name, isParameterized: test.isParameterized)
    guard FakedScope.current == nil else { return try await session.run(at: place.site, function) }
    try await FakedTrait.faked.provideScope(for: test, testCase: testCase) {
      try await session.run(at: place.site, function)
    }
  }
}

extension Trait where Self == RecordingTrait {
  /// Has the fakes of a test answer from `Recordings/name.json` beside the test file, and records it.
  ///
  /// A fake takes part that is made or first stubbed in the test, with the calls that it forwards with
  /// `default:` and that no stub answers. `FAKED_RECORD` says what happens: without it, calls are answered
  /// from the file alone, by function and equal arguments, in order, and a call that is not in it fails.
  /// The test is a scope as with `.faked`; it may have both traits.
  ///
  /// `comparing` is what `FAKED_RECORD=check` looks at. `errors` are the forms of those that functions
  /// throw as `any Error`. `bundle` has the recordings where the sources are out of reach, as on a phone.
  /// The file is read once, before the test.
  public static func recorded(
    _ name: String, mode: RecordingMode? = nil, comparing: RecordingComparison = .shape,
    errors: [RecordedError] = [], bundle: Bundle? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    RecordingTrait(
      place: RecordingPlace(
        name: name, mode: mode, comparing: comparing, errors: errors, bundle: bundle,
        site: CallSite(fileID, filePath, line, column)))
  }
}
