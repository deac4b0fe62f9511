import Faked
import Testing

struct FirstExampleTests {
  @Test func theFirstExamplePrintsWhatItClaims() async throws {
    var printed: [String] = []
    func print(_ value: Any) { printed.append("\(value)") }

    protocol Mailer {
      func send(_ text: String, to reader: String) async throws -> Int
    }

    struct FakeMailer: Mailer, Faked {
      let instanceId = FakeInstance()
      let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send"
      func send(_ text: String, to reader: String) async throws -> Int {
        try await handleCall(\.send, text, reader)
      }
    }

    struct MailboxFull: Error {}
    let mailer = FakeMailer()
    mailer.when(\.send) { invocationCount, text, reader in
      if invocationCount == 2 { throw MailboxFull() }
      return text.count
    }

    print(try await mailer.send("Hello", to: "Ada"))  // => 5
    print((try? await mailer.send("Hello", to: "Bob")) ?? 0)  // => 0
    print(mailer.invocationCount(of: \.send))  // => 2
    print(mailer.calls(to: \.send).map(\.arguments.1))  // => ["Ada", "Bob"]

    let block = try #require(try Readme.blocks(in: "swift").first)
    #expect(printed == block.claims)
    #expect(printed.count == 4)
    #expect(block.lines.count <= 25)
  }
}
