import FakeableClients
import Foundation

struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }

/// A service that greets people with texts from a server.
struct GreetingService {
  let client: any NetworkClient

  /// Returns a greeting for a person, without the name if the server can't be reached.
  func greet(_ name: String) async throws -> String {
    let request = try request(to: "/greetings/\(name)")
    do {
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(request: request)
      return greeting.text
    } catch NetworkError.transport {
      return "Hello!"
    }
  }

  /// Registers a new visitor with the server and returns its greeting.
  func welcome(_ visitor: Visitor) async throws -> String {
    var request = try request(to: "/guests")
    request.httpMethod = "POST"
    let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
      request: request, body: visitor)
    return greeting.text
  }

  private func request(to path: String) throws -> URLRequest {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "example.com"
    components.path = path
    guard let url = components.url else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }
}
