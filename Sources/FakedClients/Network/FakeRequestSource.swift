import Clients
import Faked
import Foundation

/// Where the body of a request is.
enum RequestBody {
  case data(Data)
  case file(URL)
  case stream(InputStream)
  /// The delegate of the session has it.
  case asked(any URLSessionTaskDelegate, URLSession, URLSessionTask)
}

/// All there is to know of a request when its task starts, but for a body that has still to be read.
struct FakeRequestSource: @unchecked Sendable {
  // Sendable holds because one exchange alone reads the body, and a session may be used anywhere.
  private let request: FakeRequest
  private let body: RequestBody?
  private let task: URLSessionTask
  private let session: URLSession?

  /// Called on the queue of the task; nil when the request has no URL.
  init?(_ request: URLRequest, of task: URLSessionTask) {
    let session = TaskInsides.session(of: task)
    let configuration = session?.configuration
    let headers = configuration?.httpAdditionalHeaders ?? [:]
    let defaults = headers.map { ("\($0.key)", "\($0.value)") }
    guard
      var known = FakeRequest(
        request, body: Data(), defaults: Dictionary(defaults) { first, _ in first })
    else { return nil }
    // A request that says nothing has 60 seconds, and the configuration decides.
    if let configuration, known.timeoutInterval == 60 {
      known.timeoutInterval = configuration.timeoutIntervalForRequest
    }
    self.request = known
    self.task = task
    self.session = session
    body =
      TaskInsides.body(of: task) ?? request.httpBody.map(RequestBody.data)
      ?? request.httpBodyStream.map(RequestBody.stream)
      ?? Self.delegateBody(of: task, session)
  }

  /// How long its task waits; nil when it does so for ever.
  var timeout: Duration? {
    let seconds = request.timeoutInterval
    return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : nil
  }

  /// The request with its body.
  ///
  /// - Throws: `URLError` when the body cannot be read.
  func read() async throws -> FakeRequest {
    var request = request
    request.body = try await read(body)
    return request
  }

  /// Keeps the cookies of a response, as its session would; Foundation sends them with later requests.
  func keepCookies(of response: FakeResponse, from url: URL) {
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: response.headers, for: url)
    if !cookies.isEmpty { cookieStorage?.setCookies(cookies, for: url, mainDocumentURL: nil) }
  }

  private var cookieStorage: HTTPCookieStorage? { session?.configuration.httpCookieStorage }

  /// What the delegate makes of a redirect: the request to follow it with, or nil to stay.
  func follow(_ response: HTTPURLResponse, by next: FakeRequest) async -> FakeRequest? {
    var next = next
    let cookies = HTTPCookie.requestHeaderFields(with: cookieStorage?.cookies(for: next.url) ?? [])
    next.headers.merge(cookies) { _, new in new }
    guard let session, let delegate = session.delegate as? any URLSessionTaskDelegate else {
      return next
    }
    var request = URLRequest(url: next.url, timeoutInterval: next.timeoutInterval)
    request.httpMethod = next.method
    request.allHTTPHeaderFields = next.headers
    let chosen = await withCheckedContinuation { continuation in
      session.delegateQueue.addOperation { [request] in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: request
        ) { continuation.resume(returning: $0) }
      }
    }
    return chosen.flatMap { FakeRequest($0, body: $0.httpBody ?? next.body) }
  }

  private func read(_ body: RequestBody?) async throws -> Data {
    switch body {
    case nil: return Data()
    case .data(let data): return data
    case .file(let file):
      do { return try Data(contentsOf: file) } catch { throw URLError(.fileDoesNotExist) }
    case .stream(let stream): return try await contents(of: stream)
    case .asked(let delegate, let session, let task):
      let given = await withCheckedContinuation { continuation in
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task) {
            continuation.resume(returning: Handed(value: $0))
          }
        }
      }
      guard let stream = given.value else { throw URLError(.requestBodyStreamExhausted) }
      return try await contents(of: stream)
    }
  }

  private static func delegateBody(of task: URLSessionTask, _ session: URLSession?) -> RequestBody?
  {
    guard task is URLSessionUploadTask, let session,
      let delegate = session.delegate as? any URLSessionTaskDelegate
    else { return nil }
    return .asked(delegate, session, task)
  }
}

/// Carries a value to the one who waits for it.
///
/// Unchecked, because who hands it over never touches it again.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value
}

/// Reads a stream to its end, on a thread that may wait for it.
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
