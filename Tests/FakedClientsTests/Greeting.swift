import FakeableClients
import Foundation

/// What the services of these tests send and get.
struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }
struct Refused: Error, Equatable {}

let greetingURL = URL(string: "https://example.com/greeting")!
let greetingRequest = URLRequest(url: greetingURL)

/// A response as Foundation makes it, which is optional; a behavior may return it as it is.
func response(_ status: Int = 200) -> HTTPURLResponse? {
  HTTPURLResponse(url: greetingURL, statusCode: status, httpVersion: nil, headerFields: nil)
}
