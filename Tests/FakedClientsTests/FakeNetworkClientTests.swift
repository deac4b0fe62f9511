import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

@Suite struct FakeNetworkClientTests {
  private let client = FakeNetworkClient()

  // MARK: Results

  @Test func aStubbedValueComesBackWithItsResponse() async throws {
    client.when(\.send) { _, _ in (Greeting(text: "Hello"), response(203)) }
    let (greeting, answer): (Greeting, HTTPURLResponse) = try await client.send(
      request: greetingRequest)
    #expect(greeting == Greeting(text: "Hello"))
    #expect(answer.statusCode == 203)
  }

  @Test func theCallerChoosesTheTypeOfTheResult() async throws {
    client.when(\.send) { invocationCount, _ in
      if invocationCount == 1 { return (["a", "b"], response()) }
      return (7, response())
    }
    let (list, _): ([String], HTTPURLResponse) = try await client.send(request: greetingRequest)
    let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(list == ["a", "b"])
    #expect(number == 7)
  }

  @Test func aBehaviorMakesItsResultFromTheRequestAndTheBody() async throws {
    client.when(\.sendWithBody) { invocationCount, params in
      let request: URLRequest = try params[0].unwrap()
      let visitor: Visitor = try params[1].unwrap()
      let text = "\(request.httpMethod ?? "") \(visitor.name) \(invocationCount)"
      return (Greeting(text: text), response())
    }
    var request = greetingRequest
    request.httpMethod = "POST"
    for count in 1...2 {
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: request, body: Visitor(name: "Ada"))
      #expect(greeting == Greeting(text: "POST Ada \(count)"))
    }
  }

  @Test func aBehaviorMaySuspend() async throws {
    client.when(\.send) { _, _ in
      await Task.yield()
      return (Greeting(text: "Late"), response())
    }
    let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(greeting == Greeting(text: "Late"))
  }

  @Test @MainActor func aBehaviorThatSuspendsRunsOnTheActorItWasWrittenOn() async throws {
    client.when(\.send) { _, _ in
      await Task.yield()
      MainActor.assertIsolated()
      return (Greeting(text: "Main"), response())
    }
    let client = client
    let text = try await Task.detached {
      let (greeting, _): (Greeting, HTTPURLResponse) = try await client.send(
        request: greetingRequest)
      return greeting.text
    }.value
    #expect(text == "Main")
  }

  @Test func theNewestStubAnswers() async throws {
    client.when(\.send) { _, _ in (1, response()) }
    client.when(\.send) { _, _ in (2, response()) }
    let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(number == 2)
  }

  // MARK: Errors

  @Test func anErrorOfTheBehaviorComesThroughAsItIs() async throws {
    client.when(\.send) { _, _ in throw URLError(.notConnectedToInternet) }
    let error = await #expect(throws: URLError.self) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
    #expect(error?.code == .notConnectedToInternet)
  }

  @Test func anErrorOfASuspendedBehaviorComesThroughAsItIs() async throws {
    client.when(\.sendWithBody) { _, _ in
      await Task.yield()
      throw Refused()
    }
    await #expect(throws: Refused()) {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest, body: 1)
    }
  }

  @Test func cancellationReachesABehaviorThatSuspends() async throws {
    client.when(\.send) { _, _ in
      try await Task.sleep(for: .seconds(600))
      return (Greeting(text: "Never"), response())
    }
    let client = client
    let task = Task {
      let _: (Greeting, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Calls

  @Test func callsKeepTheRequestAndTheBodyInOrder() async throws {
    client.when(\.sendWithBody) { _, _ in (Greeting(text: ""), response()) }
    for name in ["Ada", "Grace"] {
      let _: (Greeting, HTTPURLResponse) = try await client.send(
        request: greetingRequest, body: Visitor(name: name))
    }
    let calls = client.calls(to: \.sendWithBody)
    let urls = try calls.map { try $0.arguments[0].unwrap() as URLRequest }.map(\.url)
    let visitors = try calls.map { try $0.arguments[1].unwrap() as Visitor }
    #expect(urls == [greetingURL, greetingURL])
    #expect(visitors == [Visitor(name: "Ada"), Visitor(name: "Grace")])
  }

  @Test func theTwoMethodsAreCountedApart() async throws {
    client.when(\.send) { _, _ in (1, response()) }
    client.when(\.sendWithBody) { _, _ in (2, response()) }
    for _ in 1...2 {
      let _: (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
    let _: (Int, HTTPURLResponse) = try await client.send(request: greetingRequest, body: true)
    #expect(client.invocationCount(of: \.send) == 2)
    #expect(client.invocationCount(of: \.sendWithBody) == 1)
  }

  @Test func aCallThatFailsIsRecordedWithItsError() async throws {
    client.when(\.send) { _, _ in throw Refused() }
    let _: (Int, HTTPURLResponse)? = try? await client.send(request: greetingRequest)
    guard case .threw(let error) = try #require(client.calls(to: \.send).first).outcome else {
      Issue.record("The call should have thrown.")
      return
    }
    #expect(error as? Refused == Refused())
  }

  @Test func manyTasksAreAllCounted() async throws {
    client.when(\.send) { invocationCount, _ in (invocationCount, response()) }
    let client = client
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...200 {
        group.addTask {
          let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
          return number
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(numbers == Set(1...200))
    #expect(client.invocationCount(of: \.send) == 200)
  }

  // MARK: Identity

  @Test func copiesAreOneFakeAndOthersAreNot() async throws {
    let copy = client
    let other = FakeNetworkClient()
    copy.when(\.send) { _, _ in (1, response()) }
    let (number, _): (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    #expect(number == 1)
    #expect(copy.invocationCount(of: \.send) == 1)
    #expect(!other.wasCalled(\.send))
    #expect(copy == client)
    #expect(other != client)
    await #expect(throws: FakedError.self) {
      let _: (Int, HTTPURLResponse) = try await other.send(request: greetingRequest)
    }
  }

  @Test func tearDownForgetsStubsAndCalls() async throws {
    client.when(\.send) { _, _ in (1, response()) }
    let _: (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    client.tearDown()
    #expect(!client.wasCalled(\.send))
    await #expect(throws: FakedError.self) {
      let _: (Int, HTTPURLResponse) = try await client.send(request: greetingRequest)
    }
  }
}
