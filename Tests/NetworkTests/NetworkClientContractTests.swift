import FakeableClients
import FakedClients
import Foundation
import Testing

/// What a network client does with a response, whichever it is.
@Suite struct NetworkClientContractTests {
  @Test(arguments: ClientKind.allCases) func aValueIsDecoded(kind: ClientKind) async throws {
    try await kind.run { _ in
      .json(Greeting(text: "hi"), status: 201, headers: ["X-Number": "7"])
    } _: { client, url, requests in
      let request = URLRequest(url: URL(string: url + "/greeting")!)
      let (greeting, response): (Greeting, HTTPURLResponse) = try await client.send(
        request: request)
      #expect(greeting == Greeting(text: "hi"))
      #expect(response.statusCode == 201)
      #expect(response.value(forHTTPHeaderField: "x-number") == "7")
      #expect(response.url == request.url)
      #expect(requests().map(\.method) == ["GET"])
    }
  }

  @Test(arguments: ClientKind.allCases) func aBodyIsEncoded(kind: ClientKind) async throws {
    try await kind.run { request in
      .json(Greeting(text: try request.json(as: Visitor.self).name))
    } _: { client, url, requests in
      var request = URLRequest(url: URL(string: url + "/guests")!)
      request.httpMethod = "PATCH"
      request.httpBody = Data("replaced".utf8)
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: request, body: Visitor(name: "Zoë"))
      #expect(greeting == Greeting(text: "Zoë"))
      #expect(requests().map(\.method) == ["PATCH"])
      #expect(requests().first?.header("Content-Type") == "application/json")
    }
  }

  @Test(arguments: ClientKind.allCases) func aContentTypeIsKept(kind: ClientKind) async throws {
    try await kind.run { _ in
      .json(1)
    } _: { client, url, requests in
      var request = URLRequest(url: URL(string: url)!)
      request.httpMethod = "POST"
      request.setValue("application/vnd.api+json", forHTTPHeaderField: "Content-Type")
      let _: (Int, HTTPURLResponse) = try await client.send(request: request, body: 2)
      #expect(requests().first?.header("Content-Type") == "application/vnd.api+json")
    }
  }

  @Test(arguments: ClientKind.allCases)
  func theEverydayRequestsAreShort(kind: ClientKind) async throws {
    try await kind.run { request in
      request.method == "DELETE" ? .status(204) : .json(Greeting(text: request.method))
    } _: { client, url, requests in
      let visitor = Visitor(name: "Ada")
      #expect(try await client.get(url + "/a", as: Greeting.self).text == "GET")
      #expect(try await client.post(visitor, to: url + "/b", as: Greeting.self).text == "POST")
      #expect(try await client.put(visitor, to: url + "/c", as: Greeting.self).text == "PUT")
      try await client.post(visitor, to: url + "/d")
      try await client.put(visitor, to: url + "/e")
      try await client.delete(url + "/f")
      #expect(requests().map(\.method) == ["GET", "POST", "PUT", "POST", "PUT", "DELETE"])
      #expect(requests().map(\.path) == ["/a", "/b", "/c", "/d", "/e", "/f"])
      #expect(try requests()[4].json() == visitor)
    }
  }

  /// Foundation alone would never end the request off Apple's platforms.
  @Test(arguments: ClientKind.allCases, [#"Basic realm="door""#, "Bearer", #"Digest realm="a""#])
  func aChallengeThatNobodyMeetsIsAnError(kind: ClientKind, challenge: String) async throws {
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
      // Off Apple's platforms the body of such an answer cannot be had, nor recorded.
      let isReal = kind == .overReal || kind == .recorded
      #expect(isComplete || isReal && data.isEmpty)
      #expect(response.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
      #expect(
        error?.description.contains("status 401 (WWW-Authenticate: \(challenge)): ") == true)
    }
  }

  @Test(arguments: ClientKind.allCases, [300, 304, 400, 401, 404, 500, 599])
  func anotherStatusIsAnError(kind: ClientKind, status: Int) async throws {
    try await kind.run { _ in
      .text("why", status: status)
    } _: { client, url, _ in
      let error = await #expect(throws: NetworkError.self) {
        try await client.get(url, as: Greeting.self)
      }
      guard case .status(let code, let data, let response) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(code == status)
      #expect(response.statusCode == status)
      #expect(data == Data((status == 304 ? "" : "why").utf8))
    }
  }

  @Test(
    arguments: ClientKind.allCases,
    ["", "{", "[]", #"{"txt": 1}"#, #"{"text": 1}"#, "null", "<html>"].map { Data($0.utf8) } + [
      Data([0x7B, 0xFF, 0x7D]), Data(#"{"text": ""#.utf8) + Data([0xC3, 0x28]) + Data(#""}"#.utf8),
    ])
  func aBodyThatDoesNotFitIsADecodingError(kind: ClientKind, body: Data) async throws {
    try await kind.run { _ in
      .data(body, type: "application/json")
    } _: { client, url, _ in
      let error = await #expect(throws: NetworkError.self) {
        try await client.get(url, as: Greeting.self)
      }
      guard case .decoding(_, let data) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(data == body)
    }
  }

  @Test(arguments: ClientKind.allCases)
  func aBodyThatCannotBeEncodedIsNotSent(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200)
    } _: { client, url, requests in
      let error = await #expect(throws: NetworkError.self) {
        try await client.post(["x": Double.infinity], to: url)
      }
      guard case .encoding = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(requests().isEmpty)
    }
  }

  @Test(arguments: ClientKind.allCases) func noResponseIsATransportError(kind: ClientKind)
    async throws
  {
    try await kind.run { _ in
      .failure(.badServerResponse)
    } _: { client, url, _ in
      let error = await #expect(throws: NetworkError.self) {
        try await client.get(url, as: Greeting.self)
      }
      guard case .transport(let error) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error.code == .badServerResponse)
    }
  }

  @Test(
    arguments: ClientKind.allCases,
    [
      "", " ", "example.com/path", "/path", "http://", "https:///path", "file:///etc/hosts",
      "ftp://x.y/z", "foo:bar", "http://[", "data:text/plain,hi",
    ])
  func whatIsNoAddressIsNotSent(kind: ClientKind, text: String) async throws {
    try await kind.run { _ in
      .status(200)
    } _: { client, _, requests in
      let error = await #expect(throws: NetworkError.self) {
        try await client.get(text, as: NoContent.self)
      }
      guard case .invalidURL(let shown) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(shown == text)
      if let url = URL(string: text) {
        await #expect(throws: NetworkError.self) { try await client.get(url, as: NoContent.self) }
      }
      #expect(requests().isEmpty)
    }
  }

  @Test(arguments: ClientKind.allCases)
  func aRequestWithoutAnAddressIsNotSent(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200)
    } _: { client, url, requests in
      var request = URLRequest(url: URL(string: url)!)
      request.url = nil
      let sent = request
      let error = await #expect(throws: NetworkError.self) {
        let _: (NoContent, HTTPURLResponse) = try await client.send(request: sent)
      }
      guard case .invalidURL("") = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(requests().isEmpty)
    }
  }

  @Test(arguments: ClientKind.allCases) func aRedirectIsFollowedToItsValue(kind: ClientKind)
    async throws
  {
    try await kind.run { request in
      request.path == "/old" ? .redirect(to: "/new", status: 303) : .json(Greeting(text: "here"))
    } _: { client, url, requests in
      let greeting = try await client.post(1, to: url + "/old", as: Greeting.self)
      #expect(greeting.text == "here")
      #expect(requests().map(\.method) == ["POST", "GET"])
    }
  }

  @Test(arguments: ClientKind.allCases) func aCancelledTaskThrowsSo(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { client, url, requests in
      let task = Task { try await client.delete(url) }
      while requests().isEmpty { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(arguments: ClientKind.allCases)
  func aTaskThatIsCancelledBeforeItAsksSendsNothing(kind: ClientKind) async throws {
    try await kind.run { _ in
      .status(200)
    } _: { client, url, requests in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await client.delete(url)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(requests().isEmpty)
    }
  }
}
