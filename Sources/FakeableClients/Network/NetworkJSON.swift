import Foundation

/// The way from values to the bodies of requests, and from responses to values.
///
/// What stands in for a client answers by it too, so that both agree on what is an error.
package enum NetworkJSON {
  /// The request with the value as its body; the type of the content is JSON unless the request says otherwise.
  package static func request<Input: Encodable>(
    _ request: URLRequest, with body: Input, encoder: JSONEncoder
  ) throws(NetworkError) -> URLRequest {
    var request = request
    request.httpBodyStream = nil
    do {
      request.httpBody = try encoder.encode(body)
    } catch {
      throw .encoding(
        error as? EncodingError
          ?? .invalidValue(
            body, .init(codingPath: [], debugDescription: "\(error)", underlyingError: error)))
    }
    if request.value(forHTTPHeaderField: "Content-Type") == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  /// The body of a response of status 200 to 299.
  package static func body(
    _ data: Data, of response: HTTPURLResponse
  ) throws(NetworkError) -> Data {
    guard 200..<300 ~= response.statusCode else {
      throw .status(response.statusCode, data, response)
    }
    return data
  }

  /// The value in a body.
  package static func value<Output: Decodable>(
    _ type: Output.Type = Output.self, in data: Data, decoder: JSONDecoder
  ) throws(NetworkError) -> Output {
    if let nothing = NoContent() as? Output { return nothing }
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw .decoding(
        error as? DecodingError
          ?? .dataCorrupted(
            .init(codingPath: [], debugDescription: "\(error)", underlyingError: error)),
        data)
    }
  }

  /// The request, if its URL is one that a web server can have.
  ///
  /// Foundation stops the process on some that are not.
  package static func checked(_ request: URLRequest) throws(NetworkError) -> URLRequest {
    guard let url = request.url, isWeb(url) else {
      throw .invalidURL(request.url?.absoluteString ?? "")
    }
    return request
  }

  /// The URL that a text is.
  static func url(_ text: String) throws(NetworkError) -> URL {
    guard let url = URL(string: text), isWeb(url) else { throw .invalidURL(text) }
    return url
  }

  /// Whether a client can send to it.
  package static func isWeb(_ url: URL) -> Bool {
    let url = url.absoluteURL
    return ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
  }
}
