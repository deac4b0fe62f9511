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
  ///   - matching: The parts of a request that are compared to find its response. Defaults to the method and the URL.
  ///   - redacting: The names of headers, query items, and fields whose values are secrets.
  ///   - comparing: The parts of a response that `FAKED_RECORD=check` compares. Defaults to the shape.
  ///   - latencies: A Boolean value that indicates whether responses are delayed by their recorded times.
  ///   - bundle: The bundle that contains the file on devices without the sources.
  ///   - clock: The clock of the transport.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  public init(
    replaying name: String, mode: RecordingMode = .ofEnvironment,
    matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
    comparing: RecordingComparison = .shape, latencies: Bool = false, bundle: Bundle? = nil,
    clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: String = #function
  ) throws {
    try self.init(
      RecordingFile(name, kind: "har", beside: filePath.description, in: bundle),
      .init(
        mode: mode.checked(), matching: matching, redacting: redacting, comparing: comparing,
        latencies: latencies),
      clock: clock, test: function, at: SourceLine(fileID, filePath, line, column))
  }

  /// Creates a transport that responds from `Recordings/name.har` next to the test file, or records it after a
  /// change.
  ///
  /// Use it for secrets that have no name. The closure changes each exchange before it is recorded or
  /// compared. It also changes each request before its response is looked up, when the exchange has no response
  /// yet.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, without an extension.
  ///   - mode: The mode. Defaults to the mode that `FAKED_RECORD` names.
  ///   - matching: The parts of a request that are compared to find its response. Defaults to the method and the URL.
  ///   - change: Changes an exchange. It may run on any thread, several times for one request.
  ///   - names: The names of headers, query items, and fields whose values are secrets.
  ///   - comparing: The parts of a response that `FAKED_RECORD=check` compares. Defaults to the shape.
  ///   - latencies: A Boolean value that indicates whether responses are delayed by their recorded times.
  ///   - bundle: The bundle that contains the file on devices without the sources.
  ///   - clock: The clock of the transport.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  public init(
    replaying name: String, mode: RecordingMode = .ofEnvironment,
    matching: Set<RequestPart> = [.method, .url],
    redacting change: @escaping @Sendable (inout RecordedExchange) -> Void, names: [String] = [],
    comparing: RecordingComparison = .shape, latencies: Bool = false, bundle: Bundle? = nil,
    clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: String = #function
  ) throws {
    try self.init(
      RecordingFile(name, kind: "har", beside: filePath.description, in: bundle),
      .init(
        mode: mode.checked(), matching: matching, redacting: names, change: change,
        comparing: comparing, latencies: latencies),
      clock: clock, test: function, at: SourceLine(fileID, filePath, line, column))
  }

  /// Creates a transport that responds from a file alone, for tools and previews.
  ///
  /// - Parameters:
  ///   - file: The HTTP archive.
  ///   - matching: The parts of a request that are compared to find its response. Defaults to the method and the URL.
  ///   - redacting: The names of the secrets that were redacted in the recording.
  ///   - latencies: A Boolean value that indicates whether responses are delayed by their recorded times.
  ///   - clock: The clock of the transport.
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  public init(
    replaying file: URL, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
    latencies: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try self.init(
      RecordingFile(path: file.path, recordedBy: "FakeTransport.recording(to:)"),
      .init(mode: .none, matching: matching, redacting: redacting, latencies: latencies),
      clock: clock, test: nil, at: SourceLine(fileID, filePath, line, column))
  }

  /// Creates a transport that sends all requests, and records them in a file, which it replaces.
  ///
  /// Use it for tools and previews. In a test, use `FAKED_RECORD`. The file is written after each request.
  ///
  /// - Parameters:
  ///   - file: The file to write.
  ///   - redacting: The names of headers, query items, and fields whose values are secrets.
  /// - Returns: The transport. Its requests fail if the file can't be written.
  /// - Throws: Nothing. A file that can't be written is an error of the requests.
  public static func recording(
    to file: URL, redacting: [String] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> FakeTransport {
    try FakeTransport(
      RecordingFile(path: file.path, recordedBy: "FakeTransport.recording(to:)"),
      .init(mode: .all, redacting: redacting),
      clock: ContinuousClock(), test: nil, at: SourceLine(fileID, filePath, line, column))
  }

  /// Creates a transport that sends all requests, and records them in a file after a change.
  ///
  /// - Parameters:
  ///   - file: The file to write.
  ///   - change: Changes each exchange before it is recorded.
  ///   - names: The names of headers, query items, and fields whose values are secrets.
  /// - Returns: The transport. Its requests fail if the file can't be written.
  /// - Throws: Nothing. A file that can't be written is an error of the requests.
  public static func recording(
    to file: URL, redacting change: @escaping @Sendable (inout RecordedExchange) -> Void,
    names: [String] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> FakeTransport {
    try FakeTransport(
      RecordingFile(path: file.path, recordedBy: "FakeTransport.recording(to:)"),
      .init(mode: .all, redacting: names, change: change),
      clock: ContinuousClock(), test: nil, at: SourceLine(fileID, filePath, line, column))
  }

  package init(
    _ file: RecordingFile, _ options: ArchivePlayer.Options, clock: any Clock<Duration>,
    test: String?, at site: SourceLine
  ) throws {
    let player = try ArchivePlayer(file, options, test: test, at: site)
    self.init(clock: clock)
    when(
      \.respond, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column
    ).lenient.then { _, request in try await player.response(to: request) }
  }
}
