import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import Testing

/// Greets people in the words of a server, and in its own while there is none.
private struct GreetingService {
  let client: any NetworkClient

  func greet(_ name: String) async throws -> String {
    do {
      let url = "https://example.com/greetings?name=\(name)"
      return try await client.get(url, as: Greeting.self).text
    } catch NetworkError.transport {
      return "Hello!"
    } catch NetworkError.status(404, _, _) {
      return "Nice to meet you, \(name)!"
    }
  }
}

/// A service on a network client that is faked, or that is real down to the wire.
@Suite(.faked(.strict)) struct GreetingServiceTests {
  enum Edge: CaseIterable { case client, transport }

  /// The service, and what stubs its edge.
  private static func make(_ edge: Edge) -> (GreetingService, any FakeResponder) {
    switch edge {
    case .client:
      let client = FakeNetworkClient()
      return (GreetingService(client: client), client)
    case .transport:
      let transport = FakeTransport()
      let client = URLSessionNetworkClient(session: transport.session())
      return (GreetingService(client: client), transport)
    }
  }

  @Test(arguments: Edge.allCases) func theWordsAreThoseOfTheServer(edge: Edge) async throws {
    let (service, fake) = Self.make(edge)
    fake.respond(
      to: .all(.get("/greetings"), .query("name", "Zoë")), with: Greeting(text: "Welcome, Zoë!"))
    #expect(try await service.greet("Zoë") == "Welcome, Zoë!")
  }

  @Test(arguments: Edge.allCases) func aNewFaceIsGreetedByName(edge: Edge) async throws {
    let (service, fake) = Self.make(edge)
    fake.respond(status: 404)
    #expect(try await service.greet("Ada") == "Nice to meet you, Ada!")
  }

  @Test(arguments: Edge.allCases, [URLError.Code.timedOut, .notConnectedToInternet])
  func withoutANetworkItGreetsAllTheSame(edge: Edge, code: URLError.Code) async throws {
    let (service, fake) = Self.make(edge)
    fake.fail(with: code)
    #expect(try await service.greet("Ada") == "Hello!")
  }

  @Test(arguments: Edge.allCases) func whatItCannotReadIsNotHidden(edge: Edge) async throws {
    let (service, fake) = Self.make(edge)
    fake.respond(with: ["txt": "Hello"])
    await #expect(throws: NetworkError.self) { try await service.greet("Ada") }
  }
}
