import Faked
import Testing
import XCTest

@Suite struct DigestTests {
  let mailbox = FakeMailbox()

  @Test(arguments: 1...20) func newLettersAreCounted(count: Int) async throws {
    mailbox.when(\.fetch) { _ in Array(repeating: "Hello", count: count) }
    mailbox.when(\.unreadID) { count }
    let text = try await Digest(mailbox: mailbox).text()
    #expect(text == "\(count) letters, \(count) of them new")
    #expect(mailbox.invocationCount(of: \.fetch) == 1)
  }
}

final class CatalogTests: XCTestCase {
  let catalog = FakeCatalog()
  let mailbox = FakeMailbox()

  override func tearDown() {
    for property in Mirror(reflecting: self).children {
      (property.value as? any Faked)?.tearDown()
    }
  }

  func testTheKeyIsAskedFor() throws {
    catalog.when(\.find) { _, params in
      let key: String = try params[0].unwrap()
      return key.count
    }
    let length: Int = try catalog.find("tea", in: 2)
    XCTAssertEqual(length, 3)
    XCTAssertEqual(catalog.invocationCount(of: \.find), 1)
  }
}
