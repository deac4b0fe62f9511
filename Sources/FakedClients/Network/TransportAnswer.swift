import FakeableClients
import Foundation

/// What the task of a session is told in the end.
enum TransportAnswer: Sendable {
  case failed(URLError)
  /// The response, its body in parts, and the error that it ends with.
  case responded(URLResponse, [Data], URLError?)

  /// Makes it from the response that the transport was stubbed with for the request.
  init(from transport: FakeTransport, to source: FakeRequestSource) async {
    do {
      let (response, request) = try await transport.exchange(
        source.read(), answer: { try await transport.handleCall(\.respond, $0) },
        received: { source.keepCookies(of: $0, from: $1.url) }, follow: source.follow)
      self.init(response, to: request)
    } catch {
      self = .failed(TransportFailure.urlError(for: error))
    }
  }

  private init(_ response: FakeResponse, to request: FakeRequest) {
    let error = response.error.map(TransportFailure.urlError)
    guard let head = response.head(to: request) else {
      self = .failed(error ?? URLError(.badServerResponse))
      return
    }
    self = .responded(head, response.chunks(to: request), error)
  }
}

extension FakeResponse {
  /// The response as Foundation has it; nil when it has none.
  func head(to request: FakeRequest) -> URLResponse? {
    switch head {
    case .missing: return nil
    case .notHTTP(let type):
      return URLResponse(
        url: request.url, mimeType: type, expectedContentLength: body.count, textEncodingName: nil)
    case .http(let status, let headers):
      return TaskInsides.response(to: request.url, status: status, headers: headers)
    }
  }

  /// The body, which not every response has, whatever the stub says.
  func chunks(to request: FakeRequest) -> [Data] {
    request.method == "HEAD" || status == 204 || status == 304 ? [] : chunks
  }
}
