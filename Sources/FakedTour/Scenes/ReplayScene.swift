import FakedClients
import Foundation

extension Scene {
  static var replay: Scene {
    Scene("Replay: recorded responses of a server, from a file that a browser exported") {
      Transcript.code(
        #"""
        // In a test: try FakeTransport(replaying: "greetings"), recorded with FAKED_RECORD=missing
        let transport = try FakeTransport(replaying: file)
        let service = GreetingService(
          client: URLSessionNetworkClient(session: transport.session()))
        """#)
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("faked-tour-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("greetings.har")
      try Data(archive.utf8).write(to: file)
      let transport = try FakeTransport(replaying: file)
      let service = GreetingService(client: URLSessionNetworkClient(session: transport.session()))
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"),
        is: "Hello, Ada, from a file!")
      try await Transcript.showError(
        #"try await service.welcome(Visitor(name: "Lin"))"#, NetworkError.self,
        saying: "greetings.har has no response to POST", in: folder
      ) { _ = try await service.welcome(Visitor(name: "Lin")) }
    }
  }
}

/// An HTTP archive with one request.
private let archive = #"""
  {"log": {"version": "1.2", "entries": [{
    "request": {"method": "GET", "url": "https://example.com/greetings/Ada"},
    "response": {"status": 200, "content": {
      "mimeType": "application/json", "text": "{\"text\": \"Hello, Ada, from a file!\"}"}}
  }]}}
  """#
