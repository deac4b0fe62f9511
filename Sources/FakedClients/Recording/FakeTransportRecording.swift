import FakeableClients
import Faked
import FakedReplay
import Foundation

extension FakeTransport {
  /// Creates a transport that responds from `Recordings/name.har` next to the test file, or records it.
  ///
  /// The file is an HTTP archive, version 1.2, as browsers and proxies export it. Without `FAKED_RECORD`,
  /// requests get their responses from the file alone, equal requests in order, and a request that is not in
  /// the file fails. With `missing` and `all`, requests are sent, and the file is written when the scope ends,
  /// unless the test failed. Without a scope, it is written after each request. Stubs that you set later
  /// respond first.
  ///
  /// - Important: Only secrets that you name are removed: the values of `Authorization`,
  ///   `Proxy-Authorization`, `Cookie`, `Set-Cookie`, and of everything in `redacting`, wherever they appear.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, without an extension.
  ///   - mode: The mode. Defaults to the mode that `FAKED_RECORD` names.
  ///   - ignored: The names of query items and fields of bodies that are not compared, such as a date or a nonce.
  ///     Defaults to none.
  ///   - redacting: The names of headers, query items, and fields whose values are secrets. Defaults to none.
  ///   - bundle: The bundle that contains the file on devices without the sources. Defaults to none.
  ///   - clock: The clock of the transport. Defaults to a `ContinuousClock`.
  ///   - change: Changes each exchange before it is recorded or compared, and each request before its response is
  ///     looked up, when the exchange has no response yet. Use it for secrets that have no name, and for parts of
  ///     requests that differ in every run. It may run on any thread, several times for one request. Defaults to no
  ///     change.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  public init(
    replaying name: String, mode: RecordingMode = .ofEnvironment, ignoring ignored: [String] = [],
    redacting: [String] = [], bundle: Bundle? = nil, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, function: String = #function,
    change: (@Sendable (inout RecordedExchange) -> Void)? = nil
  ) throws {
    try self.init(
      RecordingFile(name, kind: "har", beside: filePath.description, in: bundle),
      mode: mode, ignoring: ignored, redacting: redacting, clock: clock, test: function,
      at: SourceLine(fileID, filePath, line, column), change: change)
  }

  /// Creates a transport that responds from a file alone, for tools and previews.
  ///
  /// - Parameters:
  ///   - file: The HTTP archive.
  ///   - ignored: The names of query items and fields of bodies that are not compared. Defaults to none.
  ///   - redacting: The names of the secrets that were redacted in the recording. Defaults to none.
  ///   - clock: The clock of the transport. Defaults to a `ContinuousClock`.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  public init(
    replaying file: URL, ignoring ignored: [String] = [], redacting: [String] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    try self.init(
      RecordingFile(path: file.path, recordedBy: "FakeTransport.recording(to:)"), mode: .none,
      ignoring: ignored, redacting: redacting, clock: clock)
  }

  /// Creates a transport that sends all requests, and records them in a file, which it replaces.
  ///
  /// Use it for tools and previews. In a test, use `FAKED_RECORD`. The file is written after each request.
  ///
  /// - Parameters:
  ///   - file: The file to write.
  ///   - redacting: The names of headers, query items, and fields whose values are secrets. Defaults to none.
  ///   - change: Changes each exchange before it is recorded. Defaults to no change.
  /// - Returns: The transport. Its requests fail if the file can't be written.
  /// - Throws: Nothing. A file that can't be written is an error of the requests.
  public static func recording(
    to file: URL, redacting: [String] = [],
    change: (@Sendable (inout RecordedExchange) -> Void)? = nil
  ) throws -> FakeTransport {
    try FakeTransport(
      RecordingFile(path: file.path, recordedBy: "FakeTransport.recording(to:)"), mode: .all,
      redacting: redacting, change: change)
  }

  package init(
    _ file: RecordingFile, mode: RecordingMode, ignoring ignored: [String] = [],
    redacting: [String] = [], clock: any Clock<Duration> = ContinuousClock(), test: String? = nil,
    at site: SourceLine? = nil, change: (@Sendable (inout RecordedExchange) -> Void)? = nil
  ) throws {
    let archive = HTTPArchive(
      ignored: Set(ignored), redaction: Redaction(redacting), change: change)
    // A tool gets its file after each request, even in a scope.
    let isTool = file.recordedBy != nil
    let scope = isTool ? nil : TestScope.current
    let recorder = try Recorder(file, archive, mode: mode, test: test, isWithoutTest: scope == nil)
    if !isTool, recorder.replacesFile, scope?.seesFailedChecks != true {
      throw recorder.message.error(.notWritten(.unknownResult))
    }
    _ = scope?.atEnd { [recorder, unowned scope] hasThrown in
      let (failures, note) = recorder.end(
        .ofTest(hasThrown: hasThrown, hasFailed: scope?.hasFailed == true, seesChecks: true))
      printNote(note)
      return failures.isEmpty ? nil : .init(failures.joined(separator: "\n"), at: site)
    }
    self.init(TransportRoute(clock: clock, player: CallPlayer(recorder)))
  }
}
