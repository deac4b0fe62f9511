import FakeableClients
import Foundation
import Testing

@Suite struct BusAddressTests {
  @Test func theEnvironmentNamesTheAddressesInOrder() throws {
    #expect(
      try addresses("unix:path=/run/user/1/bus,guid=abc;tcp:host=a;unix:abstract=/tmp/x")
        == [.path("/run/user/1/bus"), .abstract("/tmp/x")])
  }

  @Test func escapedBytesAreReadAsWhatTheyStandFor() throws {
    #expect(try addresses("unix:guid=1,path=/a%2cb%20c") == [.path("/a,b c")])
  }

  @Test func theRuntimeFolderStandsForItsBus() throws {
    #expect(
      try BusAddress.ofSession(in: [
        "DBUS_SESSION_BUS_ADDRESS": "unix:runtime=yes", "XDG_RUNTIME_DIR": "/run/user/1",
      ]) == [.path("/run/user/1/bus")])
  }

  @Test func withoutAnAddressTheBusOfTheRuntimeFolderIsTaken() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "faked-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "bus"))
    #expect(
      try BusAddress.ofSession(in: ["XDG_RUNTIME_DIR": folder.path])
        == [.path(folder.path + "/bus")])
  }

  @Test(arguments: ["", "nonsense", "unix:", "unix:path", "unix:path=%ZZ", "tcp:host=a", ";;", "="])
  func whatNamesNoSocketIsAnError(_ text: String) {
    #expect(throws: BusError.self) { try addresses(text) }
  }

  private func addresses(_ text: String) throws -> [BusAddress] {
    try BusAddress.ofSession(in: ["DBUS_SESSION_BUS_ADDRESS": text])
  }
}
