import FakeableClients
import Foundation
import Testing

/// That the protocol can be conformed to and used as production code uses it.
@Suite struct NetworkClientTests {
  struct User: Codable, Equatable { var name: String }

  /// Answers each request with the body that it carries.
  struct Echo: NetworkClient {
    func send<Output: Decodable>(request: URLRequest) async throws -> (Output, HTTPURLResponse) {
      let output = try JSONDecoder().decode(Output.self, from: request.httpBody ?? Data())
      let url = try #require(request.url)
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      return (output, try #require(response))
    }

    func send<Input: Encodable, Output: Decodable>(
      request: URLRequest, body: Input
    ) async throws -> (Output, HTTPURLResponse) {
      var request = request
      request.httpBody = try JSONEncoder().encode(body)
      return try await send(request: request)
    }
  }

  private let client: any NetworkClient = Echo()
  private let url = "https://example.com/users"

  @Test func theCallerChoosesTheTypeOfTheAnswer() async throws {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpBody = Data(#"{"name":"Ann"}"#.utf8)
    let (user, response): (User, HTTPURLResponse) = try await client.send(request: request)
    #expect(user == User(name: "Ann"))
    #expect(response.url?.absoluteString == url)
    let (names, _): ([String: String], _) = try await client.send(request: request)
    #expect(names == ["name": "Ann"])
  }

  @MainActor @Test func aBodyCanBeSentFromTheMainActor() async throws {
    let request = URLRequest(url: try #require(URL(string: url)))
    let (user, _): (User, _) = try await client.send(request: request, body: User(name: "Ben"))
    #expect(user == User(name: "Ben"))
  }

  @Test func anAnswerOfAnotherTypeIsAnError() async throws {
    let request = URLRequest(url: try #require(URL(string: url)))
    await #expect(throws: DecodingError.self) {
      let _: (Int, _) = try await client.send(request: request, body: User(name: "Cleo"))
    }
  }
}
