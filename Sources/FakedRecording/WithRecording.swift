import FakedTesting
import Foundation

/// Runs a part of a test with a recording, as `@Test(.recorded(name))` runs the whole.
///
/// For XCTest, for the cases of a parameterized test, and for tests with several recordings. In a scope its
/// fakes take part; else the part is a scope.
///
/// Throws what `body` throws, and `FakedError.invalidParameter` before it where the file is missing or bad.
public func withRecording<Result>(
  _ name: String, mode: RecordingMode? = nil, comparing: RecordingComparison = .shape,
  errors: [RecordedError] = [], bundle: Bundle? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, _ body: () throws -> Result
) throws -> Result {
  let site = CallSite(fileID, filePath, line, column)
  let session = try RecordingPlace(
    name: name, mode: mode, comparing: comparing, errors: errors, bundle: bundle, site: site
  ).session(of: function)
  guard FakedScope.current == nil else { return try session.run(asPart: true, at: site, body) }
  return try withFakedScope(
    fileID: fileID, filePath: filePath, line: line, column: column, function: function
  ) {
    try session.run(at: site, body)
  }
}

/// Runs an async part of a test with a recording.
public func withRecording<Result>(
  _ name: String, mode: RecordingMode? = nil, comparing: RecordingComparison = .shape,
  errors: [RecordedError] = [], bundle: Bundle? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  let site = CallSite(fileID, filePath, line, column)
  let session = try RecordingPlace(
    name: name, mode: mode, comparing: comparing, errors: errors, bundle: bundle, site: site
  ).session(of: function)
  guard FakedScope.current == nil else {
    return try await session.run(asPart: true, at: site, body)
  }
  return try await withFakedScope(
    fileID: fileID, filePath: filePath, line: line, column: column, function: function
  ) {
    try await session.run(at: site, body)
  }
}

/// A recording as a test names it.
struct RecordingPlace: Sendable {
  let name: String
  let mode: RecordingMode?
  let comparing: RecordingComparison
  let errors: [RecordedError]
  let bundle: Bundle?
  let site: CallSite

  func session(of test: String, isParameterized: Bool = false) throws -> RecordingSession {
    try RecordingSession(
      RecordingFile(name, kind: "json", beside: site.filePath.description, in: bundle),
      mode: mode ?? .current(), comparing: comparing, errors: errors, test: test,
      owner: "\(test) (\(site))", isParameterized: isParameterized)
  }
}

extension RecordingSession {
  /// Runs a test, or a part of one, in its scope, and ends the recording.
  func run<Result>(
    asPart isPart: Bool = false, at site: CallSite, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let end = begin(asPart: isPart, at: site)
    do {
      let result = try await RecordingSession.$current.withValue(
        self, operation: body, isolation: isolation)
      end(false)
      return result
    } catch {
      end(true)
      throw error
    }
  }

  func run<Result>(
    asPart isPart: Bool = false, at site: CallSite, _ body: () throws -> Result
  ) throws -> Result {
    let end = begin(asPart: isPart, at: site)
    let result = Swift.Result {
      try RecordingSession.$current.withValue(self, operation: body)
    }
    if case .failure = result { end(true) } else { end(false) }
    return try result.get()
  }

  /// Has the fakes of the scope take part until the closure is called, which takes whether the test threw.
  ///
  /// After a part they go on as before. After the whole, a task that the test left behind must not reach
  /// the real thing.
  private func begin(asPart isPart: Bool, at site: CallSite) -> (_ hasThrown: Bool) -> Void {
    let scope = FakedScope.current
    let outer = scope?.recorder
    let recorder = recorder
    noteOther(outer)
    scope?.record(with: recorder)
    return { hasThrown in
      if scope?.recorder !== recorder { self.note(self.message.ranTwice()) }
      if isPart { scope?.record(with: outer) }
      for problem in self.end(hasThrown: hasThrown) { scope?.report(.init(problem, at: site)) }
    }
  }
}
