import Foundation
import Testing

private enum HandWritten {
  final class FakeMailer: Mailer, @unchecked Sendable {
    private let lock = NSLock()
    private var sent: [(text: String, reader: String)] = []
    private var behavior: ((Int, String, String) throws -> Int)?

    var sendCalls: [(text: String, reader: String)] { lock.withLock { sent } }

    func onSend(_ behavior: @escaping (Int, String, String) throws -> Int) {
      lock.withLock { self.behavior = behavior }
    }

    func send(_ text: String, to reader: String) async throws -> Int {
      let (count, behavior) = lock.withLock {
        sent.append((text, reader))
        return (sent.count, self.behavior)
      }
      guard let behavior else { fatalError("send was called, but onSend was not") }
      return try behavior(count, text, reader)
    }
  }
}

struct HandWrittenTests {
  @Test func theHandWrittenFakeDoesWhatTheOtherDoes() async throws {
    let byHand = HandWritten.FakeMailer()
    byHand.onSend { count, text, reader in count * 10 + text.count + reader.count }
    let faked = FakeMailer()
    faked.when(\.send) { count, text, reader in count * 10 + text.count + reader.count }
    for mailer in [byHand, faked] as [any Mailer] {
      #expect(try await mailer.send("Hello", to: "Ada") == 18)
      #expect(try await mailer.send("Hi", to: "Bob") == 25)
    }
    #expect(byHand.sendCalls.map(\.reader) == ["Ada", "Bob"])
    #expect(faked.calls(to: \.send).map(\.arguments.1) == ["Ada", "Bob"])
  }
}
