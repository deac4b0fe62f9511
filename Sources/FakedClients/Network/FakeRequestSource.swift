import FakeableClients
import Faked
import Foundation

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
      ?? session.map { RequestBody.asked($0, task) }
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
    request.body = try await body?.read() ?? Data()
    return request
  }

  /// Keeps the cookies of a response, as its session would; Foundation sends them with later requests.
  func keepCookies(of response: FakeResponse, from url: URL) {
    guard session?.configuration.httpCookieAcceptPolicy != .never else { return }
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: response.headers, for: url)
    if !cookies.isEmpty { cookieStorage?.setCookies(cookies, for: url, mainDocumentURL: nil) }
  }

  private var cookieStorage: HTTPCookieStorage? { session?.configuration.httpCookieStorage }

  /// What the delegate makes of a redirect: the request to follow it with, or nil to stay.
  func follow(_ response: HTTPURLResponse, by next: FakeRequest) async -> FakeRequest? {
    var next = next
    guard let session else { return next }
    if session.configuration.httpShouldSetCookies {
      let cookies = cookieStorage?.cookies(for: next.url) ?? []
      next.headers.merge(HTTPCookie.requestHeaderFields(with: cookies)) { _, new in new }
    }
    var request = URLRequest(url: next.url, timeoutInterval: next.timeoutInterval)
    request.httpMethod = next.method
    request.allHTTPHeaderFields = next.headers
    let chosen = await TaskInsides.ask(session, task, whetherToFollow: response, by: request)
    return chosen.flatMap { FakeRequest($0, body: $0.httpBody ?? next.body) }
  }
}
