import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

struct FakeCatalog: Faked {
  let instanceId = UUID().description
  let find = "find"
  func find<Item>(_ key: String, in shelf: Int?) throws -> Item {
    try handleCall(\.find, params: key, shelf)
  }
  func restock(_ key: String) throws { try handleCall(params: key) }
}

/// What the README says about functions known by a `String`.
struct CallByNameUsageTests {
  @Test func callByName() throws {
    let catalog = FakeCatalog()
    catalog.when(\.find) { invocationCount, params in
      let key: String = try params[0].unwrap()
      let shelf: Int? = try params[1].unwrap()
      return "\(key) on shelf \(shelf ?? 0)"
    }
    catalog.when("restock(_:)") { _, _ in }

    let found: String = try catalog.find("tea", in: nil)
    #expect(found == "tea on shelf 0")
    try catalog.restock("tea")
    #expect(catalog.invocationCount(of: "restock(_:)") == 1)
    catalog.tearDown()

    #expect(!catalog.wasCalled(\.find))
  }

  @Test func answerInAnyType() async throws {
    let client = FakeNetworkClient()
    client.when(\.send) { invocationCount, params in
      let request: URLRequest = try params[0].unwrap()
      let response = HTTPURLResponse(
        url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)
      return (["Hello"], response)
    }
    let request = URLRequest(url: URL(string: "https://example.com/letters")!)
    let (letters, response): ([String], HTTPURLResponse) = try await client.send(request: request)
    #expect(letters == ["Hello"])
    #expect(response.statusCode == 200)
  }
}
