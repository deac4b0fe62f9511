import FakeableClients
import Faked
import Foundation
import TestSupport
import Testing

/// D-Bus messages as bytes, and bytes that are not a message.
@Suite struct BusMessageTests {
  private var call: BusMessage {
    var message = BusMessage(.call)
    message.serial = 1
    message.path = "/"
    message.member = "Hi"
    message.signature = "u"
    message.body = [9, 0, 0, 0]
    return message
  }

  @Test func theBytesMatchTheSpecification() {
    #expect(
      call.bytes() == [
        0x6C, 1, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 39, 0, 0, 0,
        1, 1, 0x6F, 0, 1, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0, 0, 0,
        3, 1, 0x73, 0, 2, 0, 0, 0, 0x48, 0x69, 0, 0, 0, 0, 0, 0,
        8, 1, 0x67, 0, 1, 0x75, 0, 0,
        9, 0, 0, 0,
      ])
  }

  /// The message is big-endian and has an unknown field.
  @Test(arguments: [[], [10, 1, 0x79, 0, 9, 0, 0, 0], [11, 1, 0x69, 0, 0, 0, 0, 9]] as [[UInt8]])
  func messagesOfOtherProgramsAreRead(_ field: [UInt8]) throws {
    let read = try BusMessage(
      [0x42, 2, 0, 1, 0, 0, 0, 8, 0, 0, 1, 0, 0, 0, 0, 15 + UInt8(field.count)]
        + [5, 1, 0x75, 0, 0, 0, 0, 7] + field
        + [8, 1, 0x67, 0, 1, 0x73, 0, 0, 0, 0, 0, 3, 0x61, 0x62, 0x63, 0])
    #expect(read.kind == .reply && read.serial == 256 && read.replySerial == 7)
    #expect(try read.read("s") { reader throws(BusError) in try reader.string() } == "abc")
  }

  /// Returns the message of the error that reading throws.
  private func problem<Value>(_ read: () throws -> Value) -> String? {
    let error = #expect(throws: BusError.self) { _ = try read() }
    return error?.name == .inconsistentMessage ? error?.message : nil
  }

  @Test func theErrorNamesAnUnexpectedBodyOrVariant() {
    #expect(
      problem { try call.read("ao") { _ in } } == #"the reply was of type "u", not "ao""#)
    var longer = call
    longer.body += [0]
    #expect(
      problem { try longer.read("u") { reader throws(BusError) in try reader.uint32() } }
        == "a message continues after its last value")
    var writer = BusWriter()
    writer.signature("s")
    var reader = BusReader(writer.bytes, isBigEndian: false)
    let variant = problem {
      try reader.variant(of: "b") { reader throws(BusError) in try reader.bool() }
    }
    #expect(variant == #"a variant was of type "s", not "b""#)
  }

  @Test func truncatedBytesAreRefused() {
    for bytes: [UInt8] in [[1, 0, 0, 0, 0x61, 0x62], [1, 0, 0, 0, 0xFF, 0], [1, 0, 0, 0, 0x61]] {
      var reader = BusReader(bytes, isBigEndian: false)
      #expect(problem { try reader.string() } != nil)
    }
    var reader = BusReader([5, 0, 0, 0] + Array(repeating: 0, count: 12), isBigEndian: false)
    let cut = problem {
      try reader.array(alignment: 4) { reader throws(BusError) in try reader.uint32() }
    }
    #expect(cut == "an array ends within an element")
    let bytes = call.bytes()
    for count in bytes.indices {
      #expect(problem { try BusMessage(Array(bytes.prefix(count))) } != nil)
    }
  }

  @Test(arguments: [
    (1, 0, "a message is of kind 0"),
    (3, 2, "a message is of version 2 of D-Bus"),
    (8, 0, "a message has the serial 0"),
    (18, 0x73, #"the replySerial of a message is of type "s""#),
    (16, 7, "the sender of a message is of type \"u\""),
    (31, 1, "there are unexpected bytes between two values"),
    (12, 14, "an array ends within an element"),
  ])
  func contentOutsideTheSpecificationIsRefused(index: Int, byte: UInt8, problem: String) throws {
    var message = BusMessage(.reply)
    message.serial = 3
    message.replySerial = 2
    message.signature = "s"
    message.body = [1, 0, 0, 0, 0x61, 0]
    var bytes = message.bytes()
    _ = try BusMessage(bytes)
    bytes[index] = byte
    #expect(self.problem { try BusMessage(bytes) } == problem)
  }

  @Test func aReplyNeedsItsCallAndAnErrorItsName() {
    var message = BusMessage(.error)
    message.serial = 3
    message.errorName = "a.b"
    #expect(
      problem { try BusMessage(message.bytes()) } == "a reply does not name its call")
    message.replySerial = 2
    message.errorName = nil
    #expect(problem { try BusMessage(message.bytes()) } == "an error has no name")
  }
}

/// The addresses of the bus, and the encoding of names in the keychain.
@Suite struct BusAddressTests {
  @Test(
    arguments: [
      (
        "unix:path=/run/user/1/bus,guid=abc;tcp:host=a;unix:abstract=/tmp/x",
        [.path("/run/user/1/bus"), .abstract("/tmp/x")]
      ),
      ("unix:guid=1,path=/a%2cb%20c", [.path("/a,b c")]),
      ("unix:runtime=yes", [.path("/nowhere/bus")]),
      ("", nil), ("nonsense", nil), ("unix:", nil), ("unix:path", nil), ("unix:path=%ZZ", nil),
      ("tcp:host=a", nil), (";;", nil), ("=", nil),
    ] as [(String, [BusAddress]?)])
  func addressesOfTheEnvironmentAreTriedInOrder(_ text: String, _ found: [BusAddress]?) {
    let addresses = try? BusAddress.ofSession(
      in: ["DBUS_SESSION_BUS_ADDRESS": text, "XDG_RUNTIME_DIR": "/nowhere"])
    #expect(addresses == found)
  }

  @Test func theDefaultBusIsInTheRuntimeFolder() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "bus")
    let found = try BusAddress.ofSession(in: ["XDG_RUNTIME_DIR": folder.path])
    #expect(found == [.path(folder.path + "/bus")])
  }

  @Test(arguments: [
    ("token", "token"), ("com.example.mail", "com.example.mail"), ("", "%"), ("%", "%25"),
    ("\0", "%00"), ("a\0b", "a%00b"), ("a%00b", "a%2500b"), ("50 %", "50 %25"),
    ("e\0\u{301}", "e%00\u{301}"), ("%\u{301}", "%25\u{301}"), ("\u{E9}", "\u{E9}"),
    ("e\u{301}", "e\u{301}"),
  ])
  func onlyInvalidCharactersOfAKeyAreEncoded(_ name: String, _ encoded: String) {
    #expect(Array(KeychainName.encoded(name).utf8) == Array(encoded.utf8))
  }
}
