import FakedClients
import FakedTesting
import Foundation
import Testing

/// A test that fails, for `TranscriptTests` to run; the README shows its output with its line numbers.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FAKED_README_FAILURES"] != nil))
struct NetworkUnstubbedCallTests {
  @Test(.faked(.lenient)) func theWeatherIsFetched() async throws {
    let transport = FakeTransport()
    let client = URLSessionNetworkClient(session: transport.session())
    transport.respond(to: .get("/weathers"), with: Weather(city: "Graz", degrees: 21))
    _ = try await WeatherService(client: client).report(for: "Graz")
  }
}
