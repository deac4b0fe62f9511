import FakeableClients
import Foundation

/// The source of the body of a request.
enum RequestBody {
  case data(Data)
  case file(URL)
  case stream(InputStream)
  /// The delegate of the session may provide the body.
  case asked(URLSession, URLSessionTask)

  /// A Boolean value that indicates whether a session knows the length before it sends the body.
  var hasKnownLength: Bool {
    switch self {
    case .data, .file: true
    case .stream, .asked: false
    }
  }

  /// Reads the whole body.
  ///
  /// - Throws: `URLError` if a file is missing, or the error of the stream.
  func read() async throws -> Data {
    switch self {
    case .data(let data): return data
    case .file(let file):
      do { return try Data(contentsOf: file) } catch { throw URLError(.fileDoesNotExist) }
    case .stream(let stream): return try await contents(of: stream)
    case .asked(let session, let task):
      guard task is URLSessionUploadTask,
        let stream = await TaskInsides.askForBody(session, task).value
      else { return Data() }
      return try await contents(of: stream)
    }
  }
}

/// A value that is passed to another thread.
struct Handed<Value>: @unchecked Sendable {
  // `Sendable` is safe because the sender never uses the value again.
  let value: Value
}

/// Reads a stream to its end on a thread that may block.
private func contents(of stream: InputStream) async throws -> Data {
  let stream = Handed(value: stream)
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try readAll(stream.value) })
    }
  }
}

/// Reads a stream to its end.
func readAll(_ stream: InputStream) throws -> Data {
  stream.open()
  defer { stream.close() }
  var data = Data()
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = stream.read(&buffer, maxLength: buffer.count)
    if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
    if count == 0 { return data }
    data.append(contentsOf: buffer[..<count])
  }
}
