import FakedClients
import FakedReplay
import Foundation
import TestSupport
import Testing

/// Responses that are recorded from a server, and replayed without it.
@Suite struct ArchiveRecordingTests {
  let folder = ArchiveFolder()

  @Test func bodiesOfAllKindsRoundTrip() async throws {
    let bytes = Data((0...255).map { UInt8($0) })
    let table = Data("\u{FEFF}a;topsecret-1".utf8)
    let wide = Data([0x68, 0, 0x69, 0])
    try await folder.run { request in
      switch request.path {
      case "/binary": .data(bytes)
      case "/text": .text("Grüezi \u{1F600}")
      case "/chunks": .chunks([Data("one ".utf8), Data("two".utf8)])
      case "/csv": .data(table, type: "text/csv", headers: ["Set-Cookie": "id=topsecret-1"])
      case "/wide": .data(wide, type: "text/plain; charset=utf-16le")
      case "/empty": .status(204)
      case "/old": .redirect(to: "/text")
      case "/post":
        .text("\(request.text ?? "") \(request.query("b") ?? "")", headers: ["X-Number": "7"])
      default: .status(404)
      }
    } _: { transport, url in
      #expect(await fetch(transport, url + "/post?b=c", method: "POST", body: "hi") == "200 hi c")
      let call = try #require(transport.calls(to: \.respond).first?.value)
      #expect(call.headers.first { $0.key.lowercased() == "x-number" }?.value == "7")
      let session = transport.session()
      let binary = try await session.data(from: URL(string: url + "/binary")!).0
      #expect(binary == bytes)
      let csv = try await session.data(from: URL(string: url + "/csv")!).0
      #expect(csv.starts(with: table.prefix(5)) && [table.count, 13].contains(csv.count))
      let (text, response) = try await session.data(from: URL(string: url + "/wide")!)
      #expect(text == wide && response.textEncodingName == "utf-16le")
      let answers = [
        "/text": "200 Grüezi \u{1F600}", "/chunks": "200 one two", "/empty": "204 ",
        "/old": "200 Grüezi \u{1F600}", "/other": "404 ",
      ]
      for (path, answer) in answers { #expect(await fetch(transport, url + path) == answer) }
      #expect(await fetch(transport, url + "/text", method: "HEAD") == "200 ")
    }
    let parts = [
      #""redirectURL" : "/text""#, #""encoding" : "base64""#, "Grüezi", #""statusText" : """#,
    ]
    #expect(parts.filter { !folder.text.contains($0) } == [])
  }

  @Test func aCompressedBodyIsRecordedDecoded() async throws {
    let compressed = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAkACAiPnlEQAAAA=="))
    try await folder.run { _ in
      .data(compressed, type: "text/plain", headers: ["Content-Encoding": "gzip"])
    } _: { transport, url in
      #expect(await fetch(transport, url + "/a") == "200 hello hello hello")
    }
    let response = try folder.entries.first?["response"]
    #expect(response?["bodySize"]?.int == -1 && response?["content"]?["size"]?.int == 17)
    #expect(!folder.text.lowercased().contains("content-encoding"))
  }

  @Test func aFailedConnectionIsReplayed() async throws {
    var codes: [URLError.Code?] = []
    try await folder.run {
      $0.path == "/a" ? .failure(.timedOut) : .text("b")
    } _: { transport, url in
      // A recording of only an outage is not written.
      _ = await fetch(transport, url + "/b")
      let url = URL(string: url + "/a")!
      let error = await #expect(throws: URLError.self) {
        try await transport.session().data(from: url)
      }
      codes.append(error?.code)
    }
    #expect(codes.count == 2 && codes[0] == codes[1])
    #expect(folder.text.contains("\"_error\" : \"URLError "))
  }

  @Test func requestsThatDifferOnlyInTheirBodiesAreNotSwapped() async throws {
    let server = try LoopbackServer { .text("answer to \($0.text ?? "")") }
    defer { server.stop() }
    let url = server.url.absoluteString + "/a"
    let bodies = ["one", "two", #"{"a": 1, "b": 1}"#, #"{"a": 2, "b": 2}"#]
    for (mode, bodies) in [(RecordingMode.all, bodies), (.none, bodies.reversed())] {
      let transport = try folder.transport(mode)
      for body in bodies {
        let answer = await fetch(transport, url, method: "POST", body: body)
        #expect(answer == "200 answer to \(body)")
      }
    }
    #expect(server.requests.value.count == bodies.count)
    // JSON is compared by its values.
    let transport = try folder.transport(.none)
    let same = await fetch(transport, url, method: "POST", body: #"{"b":1,"a":1}"#)
    #expect(same == #"200 answer to {"a": 1, "b": 1}"#)
    let failure = await fetch(transport, url, method: "POST", body: #"{"a": 3, "b": 1, "c": 4}"#)
    #expect(
      failure.contains("body.a: was 1, is 3; body.c: was missing, is a number"), "\(failure)")
  }

  @Test func aFormWithFilesIsFoundByItsParts() async throws {
    func form(_ boundary: String, _ text: String) -> String {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n"
        + "--\(boundary)\r\nContent-Disposition: form-data; name=\"at\"\r\n\r\n\(boundary)\r\n--\(boundary)--\r\n"
    }
    let server = try LoopbackServer { .text("\($0.body.count)") }
    defer { server.stop() }
    for mode in [RecordingMode.all, .none] {
      let transport = try folder.transport(mode, ignoring: ["at"])
      let body = form(mode == .all ? "one" : "two", "text")
      let answer = await fetch(transport, server.url.absoluteString, method: "POST", body: body)
      #expect(answer == "200 \(body.utf8.count)")
    }
    let transport = try folder.transport(.none, ignoring: ["at"])
    let other = await fetch(
      transport, server.url.absoluteString, method: "POST", body: form("two", "other"))
    #expect(other.contains("has no response to POST") && server.requests.value.count == 1)
  }

  @Test func namedItemsAndFieldsAreLeftOutOfTheComparison() async throws {
    let server = try LoopbackServer { .text($0.path) }
    defer { server.stop() }
    for (mode, nonce) in [(RecordingMode.all, "1"), (.none, "2")] {
      let transport = try folder.transport(mode, ignoring: ["nonce"])
      let url = server.url.absoluteString
      for body in [#"{"a": [{"nonce": \#(nonce)}], "b": 1}"#, "nonce=\(nonce)&b=1"] {
        let answer = await fetch(
          transport, url + "/a?nonce=\(nonce)&c=1", method: "POST", body: body)
        #expect(answer == "200 /a")
      }
    }
    #expect(server.requests.value.count == 2)
  }
}
