import FakeableClients
import Faked
import Foundation

/// The contents of a request when its task starts, and the source of a body that must still be read.
struct FakeRequestSource: @unchecked Sendable {
  // `Sendable` is safe because only one exchange reads the body, and sessions can be used from any thread.
  private let request: FakeRequest
  private let body: RequestBody?
  private let task: URLSessionTask
  private let session: URLSession?
  private let queue: TaskQueue

  /// Creates the source on the queue of the task, or returns `nil` if the request has no URL.
  init?(_ request: URLRequest, of task: URLSessionTask, on queue: TaskQueue) {
    self.queue = queue
    let session = TaskInsides.session(of: task)
    let configuration = session?.configuration
    let headers = configuration?.httpAdditionalHeaders ?? [:]
    let defaults = Dictionary(headers.map { ("\($0)", "\($1)") }) { first, _ in first }
    guard var known = FakeRequest(request, body: Data(), defaults: defaults) else { return nil }
    // 60 seconds is the default of a request. The timeout of the configuration applies instead.
    if let configuration, known.timeoutInterval == 60 {
      known.timeoutInterval = configuration.timeoutIntervalForRequest
    }
    self.request = known
    self.task = task
    self.session = session
    body =
      TaskInsides.body(of: task) ?? request.httpBody.map(RequestBody.data)
      ?? request.httpBodyStream.map(RequestBody.stream)
      ?? session.map { RequestBody.asked($0, task) }
  }

  /// The time that the task waits for a response, or `nil` if it waits forever.
  var timeout: Duration? {
    let seconds = request.timeoutInterval
    return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : nil
  }

  /// Reads the body and returns the complete request.
  ///
  /// - Throws: `URLError` if the body can't be read.
  func read() async throws -> FakeRequest {
    var request = request
    request.body = try await body?.read() ?? Data()
    let isKnown = body?.hasKnownLength == true
    queue.async { [task, count = request.body.count] in
      TaskInsides.reportBody(of: task, count, isKnown: isKnown)
    }
    return request
  }

  /// Stores the cookies of a response like its session would. Foundation sends them with later requests.
  func keepCookies(of response: FakeResponse, to request: FakeRequest) {
    guard let configuration = session?.configuration,
      configuration.httpCookieAcceptPolicy != .never
    else { return }
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: response.headers, for: request.url)
    configuration.httpCookieStorage?.setCookies(cookies, for: request.url, mainDocumentURL: nil)
  }

  /// Returns the request with which the delegate follows a redirect, or `nil` to not follow it.
  func follow(_ response: HTTPURLResponse, by next: FakeRequest) async -> FakeRequest? {
    var next = next
    guard let session else { return next }
    if session.configuration.httpShouldSetCookies {
      let cookies = session.configuration.httpCookieStorage?.cookies(for: next.url) ?? []
      next.headers.merge(HTTPCookie.requestHeaderFields(with: cookies)) { _, new in new }
    }
    var request = URLRequest(url: next.url, timeoutInterval: next.timeoutInterval)
    request.httpMethod = next.method
    request.allHTTPHeaderFields = next.headers
    let chosen = await TaskInsides.ask(session, task, whetherToFollow: response, by: request)
    return chosen.flatMap { FakeRequest($0, body: $0.httpBody ?? next.body) }
  }
}

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
  func read() async throws -> Data {
    switch self {
    case .data(let data): return data
    case .file(let file):
      do { return try Data(contentsOf: file) } catch { throw URLError(.fileDoesNotExist) }
    case .stream(let stream): return try await contents(of: stream)
    case .asked(let session, let task):
      guard task is URLSessionUploadTask,
        let stream = await TaskInsides.askForBody(session, task)
      else { return Data() }
      return try await contents(of: stream)
    }
  }
}

/// Reads a stream to its end on a thread that may block.
private func contents(of stream: InputStream) async throws -> Data {
  // This is safe because only that thread uses the stream.
  nonisolated(unsafe) let stream = stream
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try readAll(stream) })
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
