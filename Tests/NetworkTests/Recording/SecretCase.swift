import FakedClients
import Foundation
import TestSupport
import Testing

/// A request, and the response of the server.
struct Sent: Sendable {
  var path = "/"
  var method = "GET"
  var headers: [String: String] = [:]
  var body: String?
  var response = FakeResponse.text("ok")

  static func post(_ body: String, type: String? = nil) -> Sent {
    Sent(method: "POST", headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
  }
  static func parts(_ parts: String) -> Sent {
    post(parts, type: "multipart/form-data; boundary=b")
  }
  static func answered(_ body: String, type: String) -> Sent {
    Sent(response: .data(Data(body.utf8), type: type))
  }
  static func headed(_ name: String, _ value: String, _ body: String = "") -> Sent {
    Sent(response: .text(body, status: 201, headers: [name: value]))
  }
  static func authorized(_ value: String, path: String = "/", _ body: String = "") -> Sent {
    Sent(path: path, headers: ["Authorization": value], response: .text(body))
  }
}

/// Requests, and the texts that the file must and must not have after them.
struct SecretCase: Sendable, CustomTestStringConvertible {
  /// The names of the secrets in all cases.
  static let names = ["api_key", "password", "X-Key", "access_token"]

  let testDescription: String
  let sent: [Sent]
  var gone: [String] = []
  var kept: [String] = []

  init(_ name: String, _ sent: Sent..., gone: [String] = [], kept: [String] = []) {
    (testDescription, self.sent, self.gone, self.kept) = (name, sent, gone, kept)
  }

  /// Records and replays the requests, and checks the file.
  func check(in folder: ArchiveFolder) async throws {
    let answer = Captured(FakeResponse.status(500))
    let server = try LoopbackServer { _ in answer.value }
    defer { server.stop() }
    for mode in [RecordingMode.all, .none] {
      let transport = try folder.transport(mode, redacting: Self.names)
      for sent in sent {
        answer.value = sent.response
        let found = await fetch(
          transport, server.url.absoluteString + sent.path, method: sent.method,
          headers: sent.headers, body: sent.body)
        #expect(found.hasPrefix("20"), "\(mode)")
      }
    }
    let encoded = sent.map { $0.response.body.base64EncodedString() }.filter { !$0.isEmpty }
    // Foundation adds some content types only when it sends the request.
    let types = server.requests.value.filter { !$0.body.isEmpty }.map {
      "\"mimeType\" : \"\($0.header("Content-Type") ?? "")\""
    }
    let gone = ["pw-", "topsecret"] + encoded + gone
    #expect(gone.filter(folder.text.contains) == [])
    #expect((kept + types).filter { !folder.text.contains($0) } == [])
    #expect(server.requests.value.count == sent.count)
  }
}
