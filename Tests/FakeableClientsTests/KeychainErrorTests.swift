import FakeableClients
import Foundation
import Testing

@Suite struct KeychainErrorTests {
  @Test func textOfNotUTF8() {
    #expect(
      text(.notUTF8(key: "token", byteCount: 2)) == """
        The key "token" holds something other than UTF-8 text (2 bytes). \
        Call data(for:) to read it as it is.
        """)
  }

  @Test func textOfNotJSON() {
    #expect(
      text(.notJSON(key: "token", byteCount: 0)) == """
        The key "token" holds something other than JSON (0 bytes). \
        Call data(for:) to read it as it is.
        """)
  }

  @Test func textOfATypeMismatch() {
    #expect(
      text(.typeMismatch(key: "n", expected: "Int", found: "a JSON string (1 byte)")) == """
        The key "n" does not hold what was asked for: expected Int, found a JSON string (1 byte). \
        Call value(for:) to read any JSON, or data(for:) to read it as it is.
        """)
  }

  @Test func textOfAnInvalidValue() {
    #expect(
      text(.invalidValue(key: "n", reason: "it contains a number that is not finite")) == """
        The value for the key "n" was not stored: it contains a number that is not finite. \
        Call set(data:for:) with bytes of your own, and data(for:) to read them.
        """)
  }

  @Test func oneByteIsSingular() {
    #expect(text(.notJSON(key: "k", byteCount: 1)).contains("than JSON (1 byte). Call"))
  }

  @Test func aKeyIsQuotedSoThatItCannotForgeALine() {
    #expect(
      text(.notJSON(key: "a\"\nb", byteCount: 1)).hasPrefix(#"The key "a\"\nb" holds something"#))
    #expect(text(.notJSON(key: "", byteCount: 1)).hasPrefix(#"The key "" holds something"#))
  }

  @Test func foundationShowsTheSameText() {
    let error = KeychainError.notUTF8(key: "token", byteCount: 2)
    #expect(error.localizedDescription == error.description)
    #expect("\(error)" == error.description)
  }

  @Test func noErrorShowsTheSecret() async throws {
    let keychain = Keychain()
    try await keychain.set(data: Data("hunter2".utf8) + [0xFF], for: "bytes")
    try await keychain.set(string: "\"hunter2\"", for: "json")
    try await keychain.set(string: "1.718281828", for: "fraction")
    let texts = [
      await failure { _ = try await keychain.string(for: "bytes") },
      await failure { _ = try await keychain.value(for: "bytes") },
      await failure { _ = try await keychain.int(for: "json") },
      await failure { _ = try await keychain.bool(for: "json") },
      await failure { _ = try await keychain.int(for: "fraction") },
      await failure { try await keychain.set(value: ["hunter2": Set(["hunter2"])], for: "new") },
    ]
    for text in texts {
      let text = try #require(text)
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("718"))
    }
  }

  @Test func theErrorsOfTrueAndFalseAreTheSame() async throws {
    let keychain = Keychain()
    try await keychain.set(bool: true, for: "key")
    let first = await failure { _ = try await keychain.int(for: "key") }
    try await keychain.set(bool: false, for: "key")
    let second = await failure { _ = try await keychain.int(for: "key") }
    #expect(first != nil)
    #expect(first == second)
  }

  private func text(_ error: KeychainError) -> String { error.description }

  private func failure(of act: () async throws -> Void) async -> String? {
    do {
      try await act()
      return nil
    } catch {
      return "\(error) \(String(reflecting: error))"
    }
  }
}
