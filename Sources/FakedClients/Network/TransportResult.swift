import FakeableClients
import Foundation

/// The final result that the task of a session receives.
enum TransportResult: Sendable {
  case failed(URLError)
  /// The response, the parts of its body, and the error that ends it.
  case responded(URLResponse, [Data], URLError?)

  /// Creates the result from the stubbed response of a transport.
  init(from transport: FakeTransport, to source: FakeRequestSource) async {
    do {
      let (response, request) = try await transport.exchange(
        source.read(), respond: { try await transport.handleCall(\.respond, $0) },
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
  /// Returns the response as Foundation represents it, or `nil` if there is none.
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

  /// Returns the parts of the body. Some responses have no body, even if the stub specifies one.
  func chunks(to request: FakeRequest) -> [Data] {
    request.method == "HEAD" || status == 204 || status == 304 ? [] : chunks
  }
}
