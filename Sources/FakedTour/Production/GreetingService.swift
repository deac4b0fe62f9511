import FakeableClients
import Foundation

struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }

/// A service that greets people with texts from a server.
struct GreetingService {
  let client: any NetworkClient

  /// Returns a greeting for a person, without the name if the server can't be reached.
  func greet(_ name: String) async throws -> String {
    do {
      return try await client.get("https://example.com/greetings/\(name)", as: Greeting.self).text
    } catch NetworkError.transport {
      return "Hello!"
    }
  }

  /// Registers a new visitor with the server and returns its greeting.
  func welcome(_ visitor: Visitor) async throws -> String {
    try await client.post(visitor, to: "https://example.com/guests", as: Greeting.self).text
  }
}
