import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// The texts of what a `FakeNetworkClient` throws by itself.
@Suite struct FakeNetworkClientTextTests {
  private let client = FakeNetworkClient()
  private let responseType = "\(HTTPURLResponse.self)"

  /// The error of a call that asks for a greeting.
  private func errorOfSend() async -> FakedError? {
    await #expect(throws: FakedError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
  }

  @Test func anUnstubbedCallSaysWhatToWrite() async {
    #expect(
      await errorOfSend()
        == .missingFunction(
          """
          No stub answers FakeNetworkClient.send(https://example.com/greeting).
            No function of this fake is stubbed.
            Write before the call: fake.when(\\.send) { invocationCount, params in … }
          """))
  }

  @Test func anUnstubbedCallWithABodySaysWhatWasStubbedInstead() async {
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
            Stubbed: send (FakeNetworkClientTextTests.swift:\(line)).
            Write before the call: fake.when(\\.sendWithBody) { invocationCount, params in … }
          """))
  }

  @Test func aValueWithoutItsResponseIsNamed() async {
    let line = #line + 1
    client.when(\.send) { _, _ in "Hello" }
    #expect(
      await errorOfSend()
        == .typeMismatch(
          """
          FakeNetworkClient.send returns (Greeting, \(responseType)), but its behavior \
          (FakeNetworkClientTextTests.swift:\(line)) returned "Hello" of type String.
            Return a value of type (Greeting, \(responseType)) from the behavior.
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
          (FakeNetworkClientTextTests.swift:\(line)) returned ("Hello", nil) of type \
          (String, \(responseType)?).
            Return a value of type (Greeting, \(responseType)) from the behavior.
          """))
  }

  @Test func aBodyReadAsTheWrongTypeIsNamed() async {
    client.when(\.sendWithBody) { _, params in
      let greeting: Greeting = try params[1].unwrap()
      return (greeting, response())
    }
    let error = await #expect(throws: FakedError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(
        request: greetingRequest, body: Visitor(name: "Ada"))
    }
    #expect(
      error
        == .typeMismatch(
          """
          FakeNetworkClient.sendWithBody: params[1] was Visitor(name: "Ada") of type Visitor, not \
          Greeting.
          """))
  }

  @Test func aBodyThatWasNotSentIsNamed() async {
    client.when(\.send) { _, params in
      let visitor: Visitor = try params[1].unwrap()
      return (Greeting(text: visitor.name), response())
    }
    #expect(
      await errorOfSend()
        == .invalidParameter(
          "FakeNetworkClient.send: params[1] does not exist: the call had 1, params[0]."))
  }
}
