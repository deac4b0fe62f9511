import FakeableClients
import Faked
import TestSupport
import Testing

/// D-Bus messages as bytes, and bytes that are not a message.
@Suite struct BusMessageTests {
  private let call = BusMessage(
    .call, serial: 1, [.path: .path("/"), .member: .string("Hi")], body: [.number("u", 9)])

  @Test func everyMessageIsReadOrRefused() async throws {
    try await Fuzz("D-Bus messages").run { random in
      let message = BusMessage(
        .reply, serial: UInt32.random(in: 1...300, using: &random),
        [.replySerial: .number("u", 7), .path: .path("/a/b")],
        body: [.array(of: "o", [.path("/x"), .path("/häβ")])])
      return message.bytes().mutated(["l", "v", "(", "\0\0\0\0"], using: &random)
    } read: { (bytes: [UInt8]) in
      do {
        let message = try BusMessage(bytes)
        let texts = try message.reader("ao").texts()
        let array = BusValue.array(of: "o", texts.map { .path($0) })
        let again = BusMessage(.reply, serial: message.serial, message.fields, body: [array])
        guard try again.reader("ao").texts() == texts else {
          throw Fuzz.Flaw("written again, it is another message")
        }
        return true
      } catch is BusError { return false }
    }
  }
}

@Suite struct KeychainNameTests {
  @Test(arguments: [
    ("token", "token"), ("", "%"), ("%", "%25"), ("a\0b", "a%00b"), ("a%00b", "a%2500b"),
    ("e\0\u{301}", "e%00\u{301}"), ("%\u{301}", "%25\u{301}"), ("\u{E9}", "\u{E9}"),
  ])
  func onlyInvalidCharactersOfAKeyAreEncoded(_ name: String, _ encoded: String) {
    #expect(Array(KeychainName.encoded(name).utf8) == Array(encoded.utf8))
  }
}
