import Foundation

/// The conversions between values and the bodies of requests and responses.
///
/// Real clients and their fakes share these conversions, so that they agree on which responses are errors.
package enum NetworkJSON {
  /// Returns the request with the value as its body. The content type defaults to JSON.
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

  /// Returns the body of a response whose status is from 200 to 299.
  package static func body(
    _ data: Data, of response: HTTPURLResponse
  ) throws(NetworkError) -> Data {
    if 200..<300 ~= response.statusCode { return data }
    throw .status(response.statusCode, data, response)
  }

  /// Returns the value that a body contains.
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

  /// Returns the request if its URL is the URL of a web server.
  ///
  /// Foundation traps on some other URLs.
  package static func checked(_ request: URLRequest) throws(NetworkError) -> URLRequest {
    guard let url = request.url, isWeb(url) else {
      throw .invalidURL(request.url?.absoluteString ?? "")
    }
    return request
  }

  /// Returns the URL that a text represents.
  static func url(_ text: String) throws(NetworkError) -> URL {
    guard let url = URL(string: text), isWeb(url) else { throw .invalidURL(text) }
    return url
  }

  /// Returns a Boolean value that indicates whether a client can send requests to the URL.
  package static func isWeb(_ url: URL) -> Bool {
    let url = url.absoluteURL
    return ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
  }
}
