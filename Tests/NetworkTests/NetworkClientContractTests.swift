import FakedClients
import Foundation
import Testing

/// The contract of all network clients for responses.
@Suite struct NetworkClientContractTests {
  @Test(arguments: ClientKind.allCases) func aValueIsDecoded(kind: ClientKind) async throws {
    try await kind.run { _ in
      .json(Greeting(text: "hi"), status: 201, headers: ["X-Number": "7"])
    } _: { client, url, requests in
      let request = URLRequest(url: URL(string: url + "/greeting")!)
      let (greeting, response): (Greeting, HTTPURLResponse) = try await client.send(
        request: request)
      #expect(greeting == Greeting(text: "hi") && response.statusCode == 201)
      #expect(response.value(forHTTPHeaderField: "x-number") == "7")
      #expect(response.url == request.url && requests().map(\.method) == ["GET"])
    }
  }

  @Test(arguments: ClientKind.allCases, ["application/json", "application/vnd.api+json"])
  func aBodyIsEncoded(kind: ClientKind, type: String) async throws {
    try await kind.run { request in
      .json(Greeting(text: try request.json(as: Visitor.self).name))
    } _: { client, url, requests in
      var request = URLRequest(url: URL(string: url + "/guests")!)
      request.httpMethod = "PATCH"
      request.httpBody = Data("replaced".utf8)
      if type != "application/json" { request.setValue(type, forHTTPHeaderField: "Content-Type") }
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: request, body: Visitor(name: "Zoë"))
      #expect(greeting == Greeting(text: "Zoë"))
      let sent = requests().map { [$0.method, $0.header("Content-Type")] }
      #expect(sent == [["PATCH", type]])
    }
  }

  @Test(arguments: ClientKind.allCases)
  func everyVerbSendsItsRequestAndFollowsRedirects(kind: ClientKind) async throws {
    try await kind.run { request in
      switch (request.method, request.path) {
      case ("DELETE", _): .status(204)
      case (_, "/old"): .redirect(to: "/new", status: 303)
      default: .json(Greeting(text: request.method))
      }
    } _: { client, url, requests in
      let visitor = Visitor(name: "Ada")
      #expect(try await client.get(url + "/a", as: Greeting.self).text == "GET")
      #expect(try await client.post(visitor, to: url + "/b", as: Greeting.self).text == "POST")
      #expect(try await client.put(visitor, to: url + "/c", as: Greeting.self).text == "PUT")
      try await client.post(visitor, to: url + "/d")
      try await client.put(visitor, to: url + "/e")
      try await client.delete(url + "/f")
      #expect(try await client.post(visitor, to: url + "/old", as: Greeting.self).text == "GET")
      #expect(
        requests().map { "\($0.method) \($0.path)" } == [
          "GET /a", "POST /b", "PUT /c", "POST /d", "PUT /e", "DELETE /f", "POST /old", "GET /new",
        ])
      #expect(try requests()[4].json() == visitor)
    }
  }

  /// On platforms other than Apple's, Foundation alone would never end the request.
  @Test(arguments: ClientKind.allCases, [#"Basic realm="door""#, "Bearer", #"Digest realm="a""#])
  func anUnansweredChallengeThrowsAStatusError(kind: ClientKind, challenge: String) async throws {
    try await kind.run { _ in
      .text("Who are you?", status: 401, headers: ["WWW-Authenticate": challenge])
    } _: { client, url, _ in
      let error = await #expect(throws: NetworkError.self) {
        try await client.get(url, as: Greeting.self)
      }
      guard case .status(401, let data, let response) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let isComplete = data == Data("Who are you?".utf8)
      // On platforms other than Apple's, Foundation withholds the body of such a response.
      let isReal = kind == .overReal || kind == .recorded
      #expect(isComplete || isReal && data.isEmpty)
      #expect(response.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
      #expect(
        error?.description.contains("status 401 (WWW-Authenticate: \(challenge)): ") == true)
    }
  }

  private static let misfits =
    ["", "{", "[]", #"{"txt": 1}"#, #"{"text": 1}"#, "null", "<html>"].map { Data($0.utf8) } + [
      Data([0x7B, 0xFF, 0x7D]), Data(#"{"text": ""#.utf8) + Data([0xC3, 0x28]) + Data(#""}"#.utf8),
    ]

  @Test(arguments: ClientKind.allCases)
  func theErrorShowsAnInvalidResponse(kind: ClientKind) async throws {
    try await kind.run { request in
      let number = Int(request.query("n") ?? "") ?? 0
      return switch request.path {
      case "/status": .text("why", status: number)
      case "/body": .data(Self.misfits[number], type: "application/json")
      case "/half": .chunks([Data("half".utf8)]).broken()
      default: .failure(.badServerResponse)
      }
    } _: { client, url, _ in
      func fail(_ path: String) async -> Failure? {
        await failure { try await client.get(url + path, as: Greeting.self) }
      }
      for status in [300, 304, 400, 401, 404, 500, 599] {
        let body = Data((status == 304 ? "" : "why").utf8)
        #expect(await fail("/status?n=\(status)") == .status(status, body))
      }
      for (number, body) in Self.misfits.enumerated() {
        #expect(await fail("/body?n=\(number)") == .decoding(body))
      }
      #expect(await fail("/none") == .transport(.badServerResponse))
      // The code depends on the platform.
      guard case .transport = await fail("/half") else { throw Refused() }
    }
  }

  // MARK: Invalid requests

  private static let noAddresses = [
    "", " ", "example.com/path", "/path", "http://", "https:///path", "file:///etc/hosts",
    "ftp://x.y/z", "foo:bar", "http://[", "data:text/plain,hi",
  ]

  @Test(arguments: ClientKind.allCases)
  func anInvalidRequestIsNotSent(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200)
    } _: { client, url, requests in
      for text in Self.noAddresses {
        #expect(await failure { try await client.delete(text) } == .invalidURL(text))
        guard let url = URL(string: text) else { continue }
        await #expect(throws: NetworkError.self) { try await client.get(url, as: NoContent.self) }
      }
      var request = URLRequest(url: URL(string: url)!)
      request.url = nil
      let sent = request
      let found = await failure {
        try await client.send(request: sent) as (NoContent, HTTPURLResponse)
      }
      #expect(found == .invalidURL(""))
      let endless = ["x": Double.infinity]
      #expect(await failure { try await client.post(endless, to: url) } == .encoding)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await client.delete(url)
      }
      #expect(await failure { try await task.value } == .cancelled)
      #expect(requests().isEmpty)
    }
  }

  @Test(.urgent, arguments: ClientKind.allCases)
  func aCanceledTaskThrowsCancellationError(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { client, url, requests in
      let task = Task { try await client.delete(url) }
      while requests().isEmpty { await Task.yield() }
      task.cancel()
      #expect(await failure { try await task.value } == .cancelled)
    }
  }
}
