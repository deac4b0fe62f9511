import FakeableClients
import Faked
import Foundation

extension FakeResponse {
  /// Returns the response as Foundation represents it, or `nil` if there is none.
  func head(to request: FakeRequest) -> HTTPURLResponse? {
    status.flatMap { TaskInsides.response(to: request.url, status: $0, headers: headers) }
  }

  /// Returns the parts of the body. Some responses have no body, even if the stub specifies one.
  func chunks(to request: FakeRequest) -> [Data] {
    request.method == "HEAD" || status == 204 || status == 304 ? [] : chunks
  }
}

extension FakeResponder {
  /// Returns the response to a request after following its redirects, each response after its delay.
  ///
  /// - Parameters:
  ///   - request: The first request.
  ///   - respond: Calls `respond` on the concrete type of the fake, whose key path failure messages name.
  ///   - received: Receives each response that arrives, with its request.
  ///   - follow: Returns the request that follows a redirect, or `nil` to not follow it.
  /// - Returns: The last response, and its request.
  /// - Throws: The error of the behavior, `CancellationError` if the task is canceled, or `URLError` with the code
  ///   `.httpTooManyRedirects`.
  func exchange(
    _ request: FakeRequest, respond: (FakeRequest) async throws -> FakeResponse,
    received: (FakeResponse, FakeRequest) -> Void = { _, _ in },
    follow: (HTTPURLResponse, FakeRequest) async -> FakeRequest? = { $1 }
  ) async throws -> (FakeResponse, to: FakeRequest) {
    var request = request
    for _ in 0...maxRedirects {
      let response = try await respond(request)
      if response.delay > .zero { try await clock.sleep(for: response.delay) }
      try Task.checkCancellation()
      received(response, request)
      guard let next = request.redirected(by: response), let head = response.head(to: request),
        let followed = await follow(head, next)
      else { return (response, request) }
      request = followed
    }
    throw URLError(.httpTooManyRedirects)
  }
}

/// The maximum number of redirects, the same as in Foundation.
private let maxRedirects = 20

extension FakeRequest {
  /// Returns the request that follows a redirect, or `nil` if the response isn't a redirect.
  fileprivate func redirected(by response: FakeResponse) -> FakeRequest? {
    guard response.error == nil, let status = response.status,
      let location = response.header("Location"),
      let url = URL(string: location, relativeTo: url)?.absoluteURL,
      NetworkJSON.isWeb(url)
    else { return nil }
    var next = self
    next.url = url
    switch (status, method) {
    case (301, "POST"), (302, "POST"), (303, _):
      next.method = "GET"
      next.body = Data()
    case (301, _), (302, _), (307, _), (308, _):
      if TaskInsides.losesRedirectedBody { next.body = Data() }
    default: return nil
    }
    return next
  }
}
