import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// A network client whose methods are stubbed one by one, past its requests.
@Suite struct FakeNetworkClientTests {
  private let client = FakeNetworkClient()

  @Test func theCallerChoosesTheTypeOfTheResult() async throws {
    client.when(\.send) { invocationCount, _ in
      if invocationCount == 1 { return (["a", "b"], response(203)) }
      return (7, response())
    }
    let (list, answer): ([String], HTTPURLResponse) = try await client.send(
      request: greetingRequest)
    let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(list == ["a", "b"])
    #expect(answer.statusCode == 203)
    #expect(number == 7)
  }

  @Test func aBehaviorMakesItsResultFromTheRequestAndTheBody() async throws {
    client.when(\.sendWithBody) { invocationCount, params in
      await Task.yield()
      let request: URLRequest = try params[0].unwrap()
      let visitor: Visitor = try params[1].unwrap()
      return (Greeting(text: "\(request.url!) \(visitor.name) \(invocationCount)"), response())
    }
    for count in 1...2 {
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: greetingRequest, body: Visitor(name: "Ada"))
      #expect(greeting.text == "\(greetingURL) Ada \(count)")
    }
    let calls = client.calls(to: \.sendWithBody)
    let visitors = try calls.map { try $0.arguments[1].unwrap() as Visitor }
    #expect(visitors == [Visitor(name: "Ada"), Visitor(name: "Ada")])
    #expect(!client.wasCalled(\.send))
  }

  @Test func anErrorOfTheBehaviorComesThroughAsItIs() async throws {
    client.when(\.send) { _, _ in throw URLError(.notConnectedToInternet) }
    client.when(\.sendWithBody) { _, _ in
      await Task.yield()
      throw Refused()
    }
    let error = await #expect(throws: URLError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
    #expect(error?.code == .notConnectedToInternet)
    await #expect(throws: Refused()) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest, body: 1)
    }
  }

  @Test func copiesAreOneFakeUntilItIsTornDown() async throws {
    let (copy, other) = (client, FakeNetworkClient())
    copy.when(\.send) { _, _ in (1, response()) }
    let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(number == 1)
    #expect(copy.invocationCount(of: \.send) == 1)
    #expect(copy == client && other != client)
    client.tearDown()
    #expect(!client.wasCalled(\.send))
    for fake in [client, other] {
      await #expect(throws: FakedError.self) {
        let _: (Int, HTTPURLResponse) = try await fake.send(request: greetingRequest)
      }
    }
  }

  // MARK: Texts

  private let responseType = "\(HTTPURLResponse.self)"

  /// The error of a call that asks for a greeting.
  private func errorOfSend() async -> FakedError? {
    await #expect(throws: FakedError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
  }

  @Test func anUnstubbedCallSaysWhatToWriteAndWhatWasStubbedInstead() async {
    #expect(
      await errorOfSend()
        == .missingFunction(
          """
          No stub answers FakeNetworkClient.send(https://example.com/greeting).
            No function of this fake is stubbed.
            Write before the call: fake.when(\\.send) { invocationCount, params in … }
          """))
    let line = #line + 1
    client.when(\.send) { _, _ in (Greeting(text: "Hello"), response()) }
    let error = await #expect(throws: FakedError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(
        request: greetingRequest, body: Visitor(name: "Ada"))
    }
    #expect(
      error
        == .missingFunction(
          """
          No stub answers FakeNetworkClient.sendWithBody(https://example.com/greeting, \
          Visitor(name: "Ada")).
            Stubbed: send (FakeNetworkClientTests.swift:\(line)).
            Write before the call: fake.when(\\.sendWithBody) { invocationCount, params in … }
          """))
  }

  @Test func aValueOfTheWrongTypeIsNamed() async {
    let line = #line + 1
    client.when(\.send) { _, _ in ("Hello", nil as HTTPURLResponse?) }
    #expect(
      await errorOfSend()
        == .typeMismatch(
          """
          FakeNetworkClient.send returns (Greeting, \(responseType)), but its behavior \
          (FakeNetworkClientTests.swift:\(line)) returned ("Hello", nil) of type \
          (String, \(responseType)?).
            Return a value of type (Greeting, \(responseType)) from the behavior.
          """))
  }
}
