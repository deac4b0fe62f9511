import FakeableClients
import Faked
import Foundation

extension FakeResponder {
  /// The responses for the request and for those that it is redirected to, each after its delay.
  ///
  /// `answer` calls `respond`: by the type of the fake, whose key path failure texts name. `received` is
  /// told of each response that arrived. `follow` may change a request that follows a redirect, or refuse
  /// it with nil.
  ///
  /// - Throws: what the behavior throws; `CancellationError` when its task is cancelled; `URLError` of the
  ///   code `.httpTooManyRedirects`.
  func exchange(
    _ request: FakeRequest, answer: (FakeRequest) async throws -> FakeResponse,
    received: (FakeResponse, FakeRequest) -> Void = { _, _ in },
    follow: (HTTPURLResponse, FakeRequest) async -> FakeRequest? = { $1 }
  ) async throws -> (FakeResponse, to: FakeRequest) {
    var request = request
    for _ in 0...mostRedirects {
      let response = try await answer(request)
      if response.delay > .zero { try await clock.sleep(for: response.delay) }
      try Task.checkCancellation()
      received(response, request)
      guard let next = request.redirected(by: response),
        let head = response.head(to: request) as? HTTPURLResponse,
        let followed = await follow(head, next)
      else { return (response, request) }
      request = followed
    }
    throw URLError(.httpTooManyRedirects)
  }
}

/// As many as Foundation follows.
private let mostRedirects = 20

extension FakeRequest {
  /// The request that follows a redirect; nil when the response is none.
  fileprivate func redirected(by response: FakeResponse) -> FakeRequest? {
    guard response.error == nil, let status = response.status,
      let location = response.headers.first(where: { $0.key.lowercased() == "location" })?.value,
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
