import FakeableClients
import FakedClients
import FakedTesting
import Foundation

/// A folder for archives, which goes with the test.
final class ArchiveFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("FakedArchives-\(UUID().uuidString)").path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: RecordingFile {
    RecordingFile(path: path + "/test.har", shortPath: "Recordings/test.har")
  }
  var text: String { (try? String(contentsOfFile: file.path, encoding: .utf8)) ?? "" }

  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
  }

  /// A transport for that file, whatever address the server has.
  func transport(
    _ mode: RecordingMode, matching: Set<RequestPart> = [.method, .path, .query],
    redacting: [String] = [], comparing: RecordingComparison = .shape, latencies: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(), test: String = UUID().uuidString,
    line: UInt = #line
  ) throws -> FakeTransport {
    try FakeTransport(
      file,
      .init(
        mode: mode, matching: matching, redacting: redacting, comparing: comparing,
        latencies: latencies),
      clock: clock, test: test, at: CallSite("NetworkTests/A.swift", "A.swift", line, 1))
  }
}

/// What a session gets: the status and the body as text, or the error.
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
