import FakedClients
import FakedReplay
import Foundation
import TestSupport
import Testing

/// A folder for an archive.
struct ArchiveFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }

  var file: RecordingFile {
    RecordingFile(path: path + "/test.har", shortPath: "Recordings/test.har")
  }
  var text: String { folder.read("test.har") ?? "" }

  /// The entries of the archive.
  var entries: [JSON] {
    get throws { try JSON(parsing: Data(text.utf8))["log"]?["entries"]?.elements ?? [] }
  }

  /// The paths of the requests in the archive, in order.
  var paths: [String?] {
    get throws { try entries.map { $0["request"]?["url"]?.string.flatMap(URL.init)?.path } }
  }

  func write(_ text: String) throws { try folder.write(text, to: "test.har") }

  /// Writes an archive that contains only these entries.
  func write(entries: String...) throws {
    try write(#"{"log": {"entries": [\#(entries.joined(separator: ", "))]}}"#)
  }

  static func entry(
    _ url: String, _ response: String = #"{"status": 200}"#, method: String = "GET",
    posted: String = "null"
  ) -> String {
    #"{"request": {"method": "\#(method)", "url": "\#(url)", "postData": \#(posted)}, "response": \#(response)}"#
  }

  /// Runs the steps once in each mode. The server gets no request when it is replayed.
  func run(
    _ modes: [RecordingMode] = [.all, .none],
    respond: @escaping LoopbackServer.Respond,
    _ steps: (FakeTransport, _ url: String) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(respond: respond)
    defer { server.stop() }
    for mode in modes {
      let count = server.requests.value.count
      // Steps that send nothing record nothing.
      if mode != .all, text.isEmpty { continue }
      try await steps(transport(mode), server.url.absoluteString)
      #expect(mode != .none || server.requests.value.count == count)
    }
  }

  /// Creates a transport for the file.
  func transport(
    _ mode: RecordingMode, ignoring ignored: [String] = [], redacting: [String] = [],
    test: String = UUID().uuidString, line: UInt = #line,
    change: (@Sendable (inout RecordedExchange) -> Void)? = nil
  ) throws -> FakeTransport {
    try FakeTransport(
      file, mode: mode, ignoring: ignored, redacting: redacting,
      test: test, at: SourceLine("NetworkTests/A.swift", "A.swift", line, 1),
      change: change)
  }
}

/// Returns the status and the body that a session gets, or the text of the error.
func fetch(
  _ transport: FakeTransport, _ url: String, method: String = "GET",
  headers: [String: String] = [:],
  body: String? = nil, session: URLSession? = nil
) async -> String {
  var request = URLRequest(url: URL(string: url)!)
  request.httpMethod = method
  request.allHTTPHeaderFields = headers
  request.httpBody = body.map { Data($0.utf8) }
  do {
    let (data, response) = try await (session ?? transport.session()).data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return "\(status) \(String(decoding: data, as: UTF8.self))"
  } catch {
    return error.localizedDescription
  }
}
