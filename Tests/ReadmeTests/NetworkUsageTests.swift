import FakedClients
import FakedTesting
import Foundation
import Testing

struct Weather: Codable, Equatable {
  let city: String
  let degrees: Int
}

struct WeatherService {
  let client: any NetworkClient

  func report(for city: String) async throws -> String {
    do {
      let weather = try await client.get(
        "https://example.com/weather?city=\(city)", as: Weather.self)
      return "\(weather.degrees)° in \(weather.city)"
    } catch NetworkError.status(404, _, _) {
      return "No weather in \(city)"
    } catch NetworkError.transport(let error) where error.code == .timedOut {
      return "Ask again"
    }
  }
}

/// What the README says about the network.
@Suite(.faked(.lenient)) struct NetworkUsageTests {
  @Test func stubAClient() async throws {
    let client = FakeNetworkClient()
    let service = WeatherService(client: client)
    client.respond(to: .get("/weather"), with: Weather(city: "Graz", degrees: 21))
    #expect(try await service.report(for: "Graz") == "21° in Graz")

    client.respond(status: 404)
    #expect(try await service.report(for: "Graz") == "No weather in Graz")
    client.fail(with: .timedOut)
    #expect(try await service.report(for: "Graz") == "Ask again")
    #expect(client.calls(to: \.respond)[0].arguments.query("city") == "Graz")
  }

  @Test func stubATransport() async throws {
    let transport = FakeTransport()
    let session = transport.session()
    transport.when(\.respond) { request in
      .json(Weather(city: request.query("city") ?? "", degrees: 21))
    }
    let service = WeatherService(client: URLSessionNetworkClient(session: session))
    #expect(try await service.report(for: "Graz") == "21° in Graz")

    let (data, _) = try await session.data(from: URL(string: "https://example.com/any")!)
    #expect(String(decoding: data, as: UTF8.self).contains("21"))
  }

  @Test func takeAConfiguration() async throws {
    let transport = FakeTransport()
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-App": "weather"]
    transport.configure(configuration)
    transport.respond(status: 204)

    let session = URLSession(configuration: configuration)
    _ = try await session.data(from: URL(string: "https://example.com/")!)
    transport.verify(\.respond, matching: .all(.get("/"), .header("x-app", "weather")))
  }

  @Test func setConditions() async throws {
    let transport = FakeTransport()
    let client = URLSessionNetworkClient(session: transport.session())
    transport.respond(status: 404)
    transport.when(\.respond, matching: .get("/cities")).thenReturn(.status(503), .json(["Graz"]))
    transport.when(
      \.respond,
      matching: .all(.post("/cities"), .header("Accept", .isNil), .json(["name": "Linz"]))
    ).thenReturn(.status(201))

    let url = "https://example.com/cities"
    await #expect(throws: NetworkError.self) { try await client.get(url, as: [String].self) }
    #expect(try await client.get(url, as: [String].self) == ["Graz"])
    try await client.post(["name": "Linz"], to: url)
    transport.verify(\.respond, matching: .json(["name": "Linz"]))
  }

  @Test func holdResponses() async throws {
    let transport = FakeTransport()
    let session = transport.session()
    let held = transport.hold(\.respond)
    async let page = session.data(from: URL(string: "https://example.com/slow")!)
    let call = try await held.next()
    #expect(call.arguments.path == "/slow")
    call.resume(returning: .text("at last"))
    #expect(try await page.0 == Data("at last".utf8))
  }

  @Test func aTransportThatIsGoneIsExplained() async throws {
    let session = FakeTransport().session()
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: URL(string: "https://example.com/")!)
    }
    let part = "because the FakeTransport of its session is gone."
    #expect(error?.localizedDescription.contains(part) == true)
    #expect(try Readme.text().contains("| `\(part)` |"))
  }
}
