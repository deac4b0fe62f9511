import FakeableClients
import FakedClients
import Foundation

/// Sample data from a server.
enum Sample {
  static let access = Token(subject: "ada", use: .access, expiry: 1_900_000_900)
  static let refresh = Token(subject: "ada", use: .refresh, expiry: 1_902_592_000)

  /// A response with status 200. It is optional like Foundation's initializer, and a behavior can return it like this.
  static func ok() -> HTTPURLResponse? {
    URL(string: "https://example.com").flatMap {
      HTTPURLResponse(url: $0, statusCode: 200, httpVersion: nil, headerFields: nil)
    }
  }
}
