import FakeableClients
import Faked
import Foundation
import TestSupport
import Testing

/// Messages of D-Bus as bytes, and bytes that are none.
@Suite struct BusMessageTests {
  private var call: BusMessage {
    var message = BusMessage(.call)
    message.serial = 3
    message.path = "/a/b"
    message.interface = "c.d"
    message.member = "Ask"
    message.destination = "e.f"
    message.signature = "s(oay)b"
    var writer = BusWriter()
    writer.string("häβ")
    writer.align(to: 8)
    writer.string("/x")
    writer.byteArray([1, 2, 3])
    writer.bool(true)
    message.body = writer.bytes
    return message
  }

  @Test func theBytesAreThoseOfTheSpecification() {
    var message = BusMessage(.call)
    message.serial = 1
    message.path = "/"
    message.member = "Hi"
    message.signature = "u"
    message.body = [9, 0, 0, 0]
    #expect(
      message.bytes() == [
        0x6C, 1, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 39, 0, 0, 0,
        1, 1, 0x6F, 0, 1, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0, 0, 0,
        3, 1, 0x73, 0, 2, 0, 0, 0, 0x48, 0x69, 0, 0, 0, 0, 0, 0,
        8, 1, 0x67, 0, 1, 0x75, 0, 0,
        9, 0, 0, 0,
      ])
  }

  @Test func whatIsWrittenIsRead() throws {
    let read = try BusMessage(call.bytes())
    #expect(read.kind == .call)
    #expect(read.serial == 3)
    #expect(read.path == "/a/b")
    #expect(read.interface == "c.d")
    #expect(read.member == "Ask")
    #expect(read.destination == "e.f")
    #expect(read.replySerial == nil)
    try read.read("s(oay)b") { reader throws(BusError) in
      #expect((try? reader.string()) == "häβ")
      try reader.align(to: 8)
      #expect((try? reader.string()) == "/x")
      #expect((try? reader.byteArray()) == [1, 2, 3])
      #expect((try? reader.bool()) == true)
    }
  }

  @Test func aMessageOfTheOtherByteOrderIsRead() throws {
    let read = try BusMessage([
      0x42, 2, 0, 1, 0, 0, 0, 8, 0, 0, 1, 0, 0, 0, 0, 15,
      5, 1, 0x75, 0, 0, 0, 0, 7, 8, 1, 0x67, 0, 1, 0x73, 0, 0,
      0, 0, 0, 3, 0x61, 0x62, 0x63, 0,
    ])
    #expect(read.kind == .reply)
    #expect(read.serial == 256)
    #expect(read.replySerial == 7)
    #expect(try read.read("s") { reader throws(BusError) in try reader.string() } == "abc")
  }

  @Test(arguments: [[10, 1, 0x79, 0, 9, 0, 0, 0], [11, 1, 0x69, 0, 0, 0, 0, 9]] as [[UInt8]])
  func aFieldThatIsNotKnownIsPassedOver(_ field: [UInt8]) throws {
    let read = try BusMessage(
      [0x42, 2, 0, 1, 0, 0, 0, 8, 0, 0, 1, 0, 0, 0, 0, 23] + [5, 1, 0x75, 0, 0, 0, 0, 7] + field
        + [8, 1, 0x67, 0, 1, 0x73, 0, 0] + [0, 0, 0, 3, 0x61, 0x62, 0x63, 0])
    #expect(read.replySerial == 7)
    #expect(try read.read("s") { reader throws(BusError) in try reader.string() } == "abc")
  }

  @Test func aBodyOrAVariantOfAnotherTypeIsNamed() {
    #expect(
      throws: BusError(.inconsistentMessage, #"the reply was of type "s(oay)b", not "ao""#)
    ) { try call.read("ao") { _ in } }
    var writer = BusWriter()
    writer.signature("s")
    var reader = BusReader(writer.bytes, isBigEndian: false)
    #expect(
      throws: BusError(.inconsistentMessage, #"a variant was of type "s", not "b""#)
    ) {
      _ = try reader.variant(of: "b") { reader throws(BusError) in try reader.bool() }
    }
  }

  @Test func bytesThatEndTooSoonOrWithinAnElementAreRefused() {
    for bytes: [UInt8] in [[1, 0, 0, 0, 0x61, 0x62], [1, 0, 0, 0, 0xFF, 0], [1, 0, 0, 0, 0x61]] {
      var reader = BusReader(bytes, isBigEndian: false)
      #expect(throws: BusError.self) { _ = try reader.string() }
    }
    var reader = BusReader([5, 0, 0, 0] + Array(repeating: 0, count: 12), isBigEndian: false)
    #expect(throws: BusError(.inconsistentMessage, "an array ends within an element")) {
      _ = try reader.array(alignment: 4) { reader throws(BusError) in try reader.uint32() }
    }
    let bytes = call.bytes()
    for count in bytes.indices {
      #expect(throws: BusError.self) { _ = try BusMessage(Array(bytes.prefix(count))) }
    }
  }

  @Test(arguments: [
    (1, 0, "a message is of kind 0"),
    (3, 2, "a message is of version 2 of D-Bus"),
    (8, 0, "a message has the serial 0"),
    (18, 0x73, #"the replySerial of a message is of type "s""#),
    (16, 7, "the sender of a message is of type \"u\""),
    (31, 1, "something stands between two values"),
    (12, 14, "an array ends within an element"),
  ])
  func whatTheSpecificationForbidsIsRefused(place: Int, byte: UInt8, problem: String) throws {
    var message = BusMessage(.reply)
    message.serial = 3
    message.replySerial = 2
    message.signature = "s"
    message.body = [1, 0, 0, 0, 0x61, 0]
    var bytes = message.bytes()
    _ = try BusMessage(bytes)
    bytes[place] = byte
    #expect(throws: BusError(.inconsistentMessage, problem)) { _ = try BusMessage(bytes) }
  }

  @Test func anAnswerNamesItsCallAndAnErrorItself() throws {
    var message = BusMessage(.error)
    message.serial = 3
    message.errorName = "a.b"
    #expect(
      throws: BusError(.inconsistentMessage, "an answer does not say to which call")
    ) { _ = try BusMessage(message.bytes()) }
    message.replySerial = 2
    message.errorName = nil
    #expect(throws: BusError(.inconsistentMessage, "an error has no name")) {
      _ = try BusMessage(message.bytes())
    }
  }

  @Test func whatComesAfterTheLastValueIsRefused() throws {
    var message = call
    message.signature = "s"
    message.body += [0]
    #expect(
      throws: BusError(.inconsistentMessage, "a message goes on after its last value")
    ) { _ = try message.read("s") { reader throws(BusError) in try reader.string() } }
  }
}

/// Where the bus is, and how names stand in it.
@Suite struct BusAddressTests {
  @Test(
    arguments: [
      (
        "unix:path=/run/user/1/bus,guid=abc;tcp:host=a;unix:abstract=/tmp/x",
        [.path("/run/user/1/bus"), .abstract("/tmp/x")]
      ),
      ("unix:guid=1,path=/a%2cb%20c", [.path("/a,b c")]),
      ("unix:runtime=yes", [.path("/run/user/1/bus")]),
    ] as [(String, [BusAddress])])
  func theEnvironmentNamesTheAddressesInOrder(_ text: String, _ found: [BusAddress]) throws {
    #expect(try addresses(text) == found)
  }

  @Test func withoutAnAddressTheBusOfTheRuntimeFolderIsTaken() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "bus")
    let found = try BusAddress.ofSession(in: ["XDG_RUNTIME_DIR": folder.path])
    #expect(found == [.path(folder.path + "/bus")])
  }

  @Test(arguments: ["", "nonsense", "unix:", "unix:path", "unix:path=%ZZ", "tcp:host=a", ";;", "="])
  func whatNamesNoSocketIsAnError(_ text: String) {
    #expect(throws: BusError.self) { try addresses(text) }
  }

  private func addresses(_ text: String) throws -> [BusAddress] {
    let runtime = text.contains("runtime") ? "/run/user/1" : nil
    return try BusAddress.ofSession(
      in: ["DBUS_SESSION_BUS_ADDRESS": text, "XDG_RUNTIME_DIR": runtime].compactMapValues { $0 })
  }

  @Test(arguments: [
    ("token", "token"), ("com.example.mail", "com.example.mail"), ("", "%"), ("%", "%25"),
    ("\0", "%00"), ("a\0b", "a%00b"), ("a%00b", "a%2500b"), ("50 %", "50 %25"),
    ("e\0\u{301}", "e%00\u{301}"), ("%\u{301}", "%25\u{301}"), ("\u{E9}", "\u{E9}"),
    ("e\u{301}", "e\u{301}"),
  ])
  func aNameOfAKeyIsChangedOnlyWhereItHasTo(_ name: String, _ encoded: String) {
    #expect(Array(KeychainName.encoded(name).utf8) == Array(encoded.utf8))
  }
}
