import FakeableClients
import Faked
import TestSupport
import Testing

/// Random bytes instead of the messages of a bus.
@Suite struct BusMessageFuzzTests {
  @Test func everyMessageIsReadOrRefused() async throws {
    try await Fuzz("D-Bus messages").run { random in
      Self.message(&random).bytes().mutated(["l", "B", "\0\0\0\0"], using: &random)
    } read: { (bytes: [UInt8]) in
      let message: BusMessage
      do { message = try BusMessage(bytes) } catch let error as BusError {
        if error.message.isEmpty { throw Fuzz.Flaw("the error says nothing") }
        return false
      }
      if bytes[3] != 1 { throw Fuzz.Flaw("version \(bytes[3]) of the protocol is none") }
      if message.serial == 0 { throw Fuzz.Flaw("a message has no serial of 0") }
      let isAnswer = message.kind == .reply || message.kind == .error
      if isAnswer, message.replySerial == nil { throw Fuzz.Flaw("an answer is to no call") }
      if message.kind == .error, message.errorName == nil { throw Fuzz.Flaw("an error is none") }
      let again = try BusMessage(message.bytes())
      guard Self.fields(of: again) == Self.fields(of: message), again.body == message.body else {
        throw Fuzz.Flaw("written again, it is another message")
      }
      try Self.readBody(of: message)
      return true
    }
  }

  /// A value that is read completely equals the written one. Bytes that remain are refused.
  private static func readBody(of message: BusMessage) throws {
    do {
      let (path, secret, isLocked) = try message.read("(oay)b") { reader throws(BusError) in
        try reader.align(to: 8)
        return (try reader.string(), try reader.byteArray(), try reader.bool())
      }
      if bytes(path, secret, isLocked).count != message.body.count {
        throw Fuzz.Flaw("more was in the body than was read")
      }
    } catch is BusError {}
    do {
      let names = try message.read("as") { reader throws(BusError) in
        try reader.array(alignment: 4) { reader throws(BusError) in try reader.string() }
      }
      if names.contains(where: { $0.contains("\0") }) { throw Fuzz.Flaw("a string has a NUL") }
    } catch is BusError {}
  }

  private static func bytes(_ path: String, _ secret: [UInt8], _ isLocked: Bool) -> [UInt8] {
    var writer = BusWriter()
    writer.string(path)
    writer.byteArray(secret)
    writer.bool(isLocked)
    return writer.bytes
  }

  private static func fields(of message: BusMessage) -> [String?] {
    [
      "\(message.kind)", "\(message.serial)", message.replySerial.map { "\($0)" }, message.path,
      message.interface, message.member, message.errorName, message.destination, message.signature,
    ]
  }

  private static func message(_ random: inout SeededNumbers) -> BusMessage {
    let kinds: [BusMessage.Kind] = [.call, .reply, .error, .signal]
    var message = BusMessage(kinds.randomElement(using: &random) ?? .call)
    message.serial = UInt32.random(in: 1...300, using: &random)
    message.replySerial = message.kind == .call || message.kind == .signal ? nil : 7
    message.path = "/a/b"
    message.interface = "c.d"
    message.member = "Ask"
    message.errorName = message.kind == .error ? "e.f" : nil
    if Bool.random(using: &random) {
      message.signature = "(oay)b"
      message.body = bytes("/x", [1, 2, 3], true)
    } else {
      message.signature = "as"
      var writer = BusWriter()
      writer.array(alignment: 4) { for name in ["a", "häβ", ""] { $0.string(name) } }
      message.body = writer.bytes
    }
    return message
  }
}
