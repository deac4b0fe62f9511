import FakeableClients
import Testing

/// Identifiers and keys as they stand in the keychains of operating systems.
@Suite struct KeychainNameTests {
  @Test(arguments: [
    ("token", "token"), ("com.example.mail", "com.example.mail"), ("", "%"), ("%", "%25"),
    ("\0", "%00"), ("a\0b", "a%00b"), ("a%00b", "a%2500b"), ("50 %", "50 %25"),
    ("e\0\u{301}", "e%00\u{301}"), ("%\u{301}", "%25\u{301}"),
  ])
  func aNameIsChangedOnlyWhereItHasTo(_ name: String, _ encoded: String) {
    #expect(Array(KeychainName.encoded(name).utf8) == Array(encoded.utf8))
  }

  @Test func spellingIsKept() {
    #expect(Array(KeychainName.encoded("\u{E9}").utf8) == [0xC3, 0xA9])
    #expect(Array(KeychainName.encoded("e\u{301}").utf8) == [0x65, 0xCC, 0x81])
  }
}
