import FakedClients
import Foundation
import Testing

/// A network client whose methods are stubbed separately, instead of `respond` or in addition to it.
@Suite struct FakeNetworkClientTests {
  private let client = FakeNetworkClient()
  private let url = URL(string: "https://example.com/greeting")!

  /// Returns a response as Foundation creates it: as an optional, which a behavior may return unchanged.
  private func response(_ status: Int = 200) -> HTTPURLResponse? {
    HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
  }

  @Test func aBehaviorReceivesTheRequestAndTheBody() async throws {
    client.when(\.send) { invocationCount, _ in
      if invocationCount == 1 { return (["a", "b"], response(203)) }
      return (7, response())
    }
    client.when(\.sendWithBody) { invocationCount, params in
      await Task.yield()
      let request: URLRequest = try params[0].unwrap()
      let visitor: Visitor = try params[1].unwrap()
      return (Greeting(text: "\(request.url!) \(visitor.name) \(invocationCount)"), response())
    }
    let request = URLRequest(url: url)
    let (list, answer): ([String], HTTPURLResponse) = try await client.send(request: request)
    #expect(list == ["a", "b"] && answer.statusCode == 203)
    #expect(try await client.get(url, as: Int.self) == 7)
    #expect(client.invocationCount(of: \.send) == 2)
    for count in 1...2 {
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: request, body: Visitor(name: "Ada"))
      #expect(greeting.text == "\(url) Ada \(count)")
    }
    let calls = client.calls(to: \.sendWithBody)
    let visitors = try calls.map { try $0.arguments[1].unwrap() as Visitor }
    #expect(visitors == [Visitor(name: "Ada"), Visitor(name: "Ada")])
  }

  @Test func anErrorOfTheBehaviorIsNotWrapped() async {
    client.when(\.send) { _, _ in throw URLError(.notConnectedToInternet) }
    client.when(\.sendWithBody) { _, _ in throw Refused() }
    let error = await #expect(throws: URLError.self) {
      try await client.get(url, as: Greeting.self)
    }
    #expect(error?.code == .notConnectedToInternet)
    await #expect(throws: Refused()) { try await client.post(1, to: url) }
  }

  @Test func aStubbedMethodOverridesRespond() async throws {
    client.respond(with: 1)
    client.when(\.send) { _, _ in (2, response()) }
    #expect(try await client.get(url, as: Int.self) == 2)
    #expect(try await client.post(0, to: url, as: Int.self) == 1)
    client.resetStubs(of: \.send)
    #expect(try await client.get(url, as: Int.self) == 1)
    #expect(client.allCalls.map(\.function) == ["send", "respond", "respond"])
    client.when(\.sendWithBody) { _, _ in (3, response()) }
    #expect(try await client.post(0, to: url, as: Int.self) == 3)
    #expect(try await client.get(url, as: Int.self) == 1)
  }

  @Test func anUnstubbedCallSuggestsCodeAndListsStubs() async {
    let line = #line + 1
    client.when(\.send) { _, _ in (Greeting(text: "Hello"), response()) }
    #expect(
      await message { try await client.put(Visitor(name: "Ada"), to: url) } == """
        No stub responds to FakeNetworkClient.sendWithBody(https://example.com/greeting, \
        Visitor(name: "Ada")).
          Stubbed: send (FakeNetworkClientTests.swift:\(line)).
          Write before the call: fake.when(\\.sendWithBody) { invocationCount, params in … }
        """)
    client.tearDown()
    let start = "No stub responds to FakeNetworkClient"
    let unstubbed = await message { try await client.get(url, as: Int.self) }
    #expect(unstubbed?.hasPrefix("\(start).send(https://example.com/greeting).\n") == true)
    client.respond(to: .get("/greet"), with: 1)
    let unmet = await message { try await client.get(url, as: Int.self) }
    #expect(unmet?.hasPrefix("\(start).respond(GET https://example.com/greeting).\n") == true)
    client.tearDown()
    _ = client.when(\.respond)
    let unended = await message { try await client.get(url, as: Int.self) }
    #expect(unended?.contains("FakeNetworkClient.respond: the chain ") == true)
  }

  private func message<Value>(of act: () async throws -> Value) async -> String? {
    await #expect(throws: FakedError.self) { _ = try await act() }?.message
  }
}
