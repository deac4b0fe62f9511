import FakeableClients
import Faked
import FakedReplay
import Foundation

extension FakeTransport {
  /// A transport that answers from `Recordings/name.har` beside the test file, and records it.
  ///
  /// The file is an HTTP archive, version 1.2, as browsers and proxies export it. `FAKED_RECORD` says what
  /// happens: without it, requests are answered from the file alone, equal ones in order, and one that is
  /// not in it fails. With `missing` and `all` requests are sent, and the file is written when the
  /// scope ends, unless the test threw; without a scope, after each request. Stubs set later answer instead.
  ///
  /// `matching` says which requests are equal. The values of `Authorization`, `Cookie`, `Set-Cookie` and of
  /// the headers, query items and fields that `redacting` names are not written. A value of 16 bytes, or
  /// of 8 with a digit, is removed wherever else it stands. `comparing` is what `FAKED_RECORD=check` looks
  /// at. `latencies` has the clock measure the recorded times. `bundle` has the file where the sources are
  /// out of reach.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or bad.
  public init(
    replaying name: String, mode: RecordingMode? = nil,
    matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
    comparing: RecordingComparison = .shape, latencies: Bool = false, bundle: Bundle? = nil,
    clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: String = #function
  ) throws {
    try self.init(
      RecordingFile(name, kind: "har", beside: filePath.description, in: bundle),
      .init(
        mode: mode ?? .current(), matching: matching, redacting: redacting, comparing: comparing,
        latencies: latencies),
      clock: clock, test: function, at: CallSite(fileID, filePath, line, column))
  }

  /// A transport that answers from a file alone; for tools and previews.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or bad.
  public init(
    replaying file: URL, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
    latencies: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try self.init(
      RecordingFile(path: file.path),
      .init(mode: .none, matching: matching, redacting: redacting, latencies: latencies),
      clock: clock, test: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// A transport that sends all requests, and records them in a file, which it replaces.
  ///
  /// For tools and previews; a test has `FAKED_RECORD`.
  /// The file is written after each request. A request fails where that is not possible.
  public static func recording(
    to file: URL, redacting: [String] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> FakeTransport {
    try FakeTransport(
      RecordingFile(path: file.path), .init(mode: .all, redacting: redacting),
      clock: ContinuousClock(), test: nil, at: CallSite(fileID, filePath, line, column))
  }

  package init(
    _ file: RecordingFile, _ options: ArchivePlayer.Options, clock: any Clock<Duration>,
    test: String?, at site: CallSite
  ) throws {
    let player = try ArchivePlayer(file, options, test: test, at: site)
    self.init(clock: clock)
    when(
      \.respond, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column
    ).lenient.then { _, request in try await player.answer(request) }
  }
}
