import FakedTesting
import Foundation
import Testing

/// Runs a part of a test with a recording, as `@Test(.recorded(name))` runs a whole test.
///
/// Use it in XCTest, for the cases of a parameterized test, and for tests with several recordings. In a scope,
/// the recording includes the fakes of the scope. Otherwise, the part is a scope. In Swift Testing, `FAKED_RECORD=all`
/// replaces a file only in a test with the trait `.faked`, which detects failed `#expect`s.
///
/// ```swift
/// try await withRecording("emma") {
///   let library = SpyLibrary(real: Library())
///   let books = try await library.find("Emma")
///   #expect(books == ["Emma"])
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
///   - bundle: The bundle that contains the recordings on devices without the sources.
///   - body: The part of the test.
/// - Returns: The result of `body`.
/// - Throws: The errors of `body`, and `FakedError.invalidParameter` for a file that is missing or not valid.
public func withRecording<Result>(
  _ name: String, mode: RecordingMode = .ofEnvironment,
  errors: [RecordedError] = [],
  ignoring ignored: [String] = [],
  bundle: Bundle? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, _ body: () throws -> Result
) throws -> Result {
  let site = SourceLine(fileID, filePath, line, column)
  let player = try RecordingPlace(
    name: name, mode: mode, errors: errors, ignored: ignored, bundle: bundle, site: site
  ).player(of: function)
  guard TestScope.current == nil else { return try player.run(asPart: true, at: site, body) }
  return try withFakedScope(
    fileID: fileID, filePath: filePath, line: line, column: column, function: function
  ) {
    try player.run(at: site, body)
  }
}

/// Runs an async part of a test with a recording, as `@Test(.recorded(name))` runs a whole test.
///
/// - Parameters:
///   - name: The name of the recording, without an extension.
///   - mode: The mode. Defaults to the mode that `FAKED_RECORD` names.
///   - errors: The recorded forms of errors that functions throw as `any Error`.
///   - ignored: The arguments that are not compared, such as a date or a nonce: their labels, `argument 2` for one
///     without a label, and the names of fields in arguments. Defaults to none.
///   - bundle: The bundle that contains the recordings on devices without the sources.
///   - body: The part of the test. It runs on the actor of the caller.
/// - Returns: The result of `body`.
/// - Throws: The errors of `body`, and `FakedError.invalidParameter` for a file that is missing or not valid.
public func withRecording<Result>(
  _ name: String, mode: RecordingMode = .ofEnvironment,
  errors: [RecordedError] = [],
  ignoring ignored: [String] = [],
  bundle: Bundle? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  let site = SourceLine(fileID, filePath, line, column)
  let player = try RecordingPlace(
    name: name, mode: mode, errors: errors, ignored: ignored, bundle: bundle, site: site
  ).player(of: function)
  guard TestScope.current == nil else {
    return try await player.run(asPart: true, at: site, body)
  }
  return try await withFakedScope(
    fileID: fileID, filePath: filePath, line: line, column: column, function: function
  ) {
    try await player.run(at: site, body)
  }
}

/// The location of a recording that a test names.
struct RecordingPlace: Sendable {
  let name: String
  let mode: RecordingMode
  let errors: [RecordedError]
  let ignored: [String]
  let bundle: Bundle?
  let site: SourceLine

  func player(of test: String) throws -> CallPlayer {
    CallPlayer(
      try Recorder(
        RecordingFile(name, kind: "json", beside: site.filePath.description, in: bundle),
        CallFormat(errors: errors, ignoring: ignored), mode: mode,
        test: test))
  }
}

extension CallPlayer {
  /// Runs a test, or a part of one, in its scope, and ends the recording.
  func run<Result>(
    asPart isPart: Bool = false, at site: SourceLine, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let end = begin(asPart: isPart, at: site)
    do {
      let result = try await Recorder.$current.withValue(
        recorder, operation: body, isolation: isolation)
      end(false)
      return result
    } catch {
      end(true)
      throw error
    }
  }

  func run<Result>(
    asPart isPart: Bool = false, at site: SourceLine, _ body: () throws -> Result
  ) throws -> Result {
    let end = begin(asPart: isPart, at: site)
    let result = Swift.Result { try Recorder.$current.withValue(recorder, operation: body) }
    if case .failure = result { end(true) } else { end(false) }
    return try result.get()
  }

  /// Includes the fakes of the scope in the recording until the returned closure is called.
  ///
  /// After a part, they continue as before. After a whole test, a task that the test left behind must not
  /// reach the real implementation.
  ///
  /// - Returns: Ends the recording. Its parameter indicates whether the test threw an error.
  private func begin(asPart isPart: Bool, at site: SourceLine) -> (_ hasThrown: Bool) -> Void {
    let scope = TestScope.current
    let outer = scope?.recorder
    // Only the recording around this one may be under way.
    let isNested = outer == nil || (outer as? CallPlayer)?.recorder === Recorder.current
    if !isNested { recorder.add(.notWritten(.twoRecordings)) }
    scope?.record(with: self)
    let failureCount = XCTestFailures.count
    return { hasThrown in
      if scope?.recorder !== self { self.recorder.add(.notWritten(.twoRecordings)) }
      if isPart { scope?.record(with: outer) }
      let hasFailed = scope?.hasFailed == true || XCTestFailures.count > failureCount
      let seesChecks = Test.current == nil || scope?.seesFailedChecks == true
      let (failures, note) = self.recorder.end(
        .ofTest(hasThrown: hasThrown, hasFailed: hasFailed, seesChecks: seesChecks))
      for failure in failures { scope?.report(.init(failure, at: site)) }
      printNote(note)
    }
  }
}
