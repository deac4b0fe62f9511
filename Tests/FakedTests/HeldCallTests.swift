import Faked
import Testing

private struct Offline: Error, Equatable {}
private struct Full: Error, Equatable {}
private final class NotSendable { var value = 0 }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String, Int) -> [String], AsyncThrows> = "find"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let put: FunctionID<(Int) -> Int, AsyncThrowsOnly<Full>> = "put"
  let waitID: FunctionID<() -> Int, AsyncReturns> = "wait"
  let send = "send"
  let postID = "post"
  func find(_ text: String, _ page: Int = 0) async throws -> [String] {
    try await handleCall(\.find, text, page)
  }
  func save(_ text: String) async throws { try await handleCall(\.save, text) }
  func put(_ number: Int) async throws(Full) -> Int { try await handleCall(\.put, number) }
  func wait() async -> Int { await handleCall(\.waitID) }
  func send(_ text: String) async throws -> Int { try await handleAsyncCall(\.send, params: text) }
  func post(_ text: String) async throws { try await handleAsyncCall(\.postID, params: text) }
  func sendNow(_ text: String) async throws -> Int { try handleCall(\.send, params: text) }
}

/// A fake whose methods run where the test does, so that the test knows the order of its calls.
@MainActor private final class MainFake: Faked {
  nonisolated let find: FunctionID<(Int) -> Int, AsyncThrows> = "find"
  func find(_ number: Int) async throws -> Int { try await handleCall(\.find, number) }
}

private actor Store: Faked {
  nonisolated let pass: FunctionID<(NotSendable) -> NotSendable, AsyncThrows> = "pass"
  private let own = NotSendable()
  func passOwn() async throws -> Int { try await handleCall(\.pass, own).value }
}

struct HeldCallTests {
  private let fake = Fake()

  @Test func aHeldCallReturnsWhatTheTestSays() async throws {
    let held = fake.hold(\.find)
    let line = UInt(#line - 1)
    let fake = fake
    let result = Task { try await fake.find("swift", 2) }
    let call = try await held.next()
    #expect(call.arguments == ("swift", 2))
    #expect(call.description == #"find("swift", 2)"#)
    #expect(held.pending.map(\.arguments.0) == ["swift"])
    call.resume(returning: ["a"])
    #expect(try await result.value == ["a"])
    #expect(held.pending.isEmpty)
    let record = try #require(fake.calls(to: \.find).first)
    #expect(record.answeredBy == "HeldCallTests.swift:\(line)")
    guard case .returned(["a"]) = record.outcome else {
      Issue.record("\(record)")
      return
    }
  }

  @Test func aHeldCallThrowsWhatTheTestSays() async throws {
    let held = fake.hold(\.save)
    let fake = fake
    let result = Task { try await fake.save("a") }
    try await held.next().resume(throwing: Offline())
    await #expect(throws: Offline.self) { try await result.value }
    let other = Task { try await fake.save("b") }
    try await held.next().resume()
    try await other.value
  }

  @Test func typedErrorsAndFunctionsThatCannotThrowAreHeldToo() async throws {
    let (puts, waits) = (fake.hold(\.put), fake.hold(\.waitID))
    let fake = fake
    let put = Task { () async throws(Full) in try await fake.put(1) }
    let wait = Task { await fake.wait() }
    try await puts.next().resume(throwing: Full())
    await #expect(throws: Full.self) { try await put.value }
    try await waits.next().resume(returning: 7)
    #expect(await wait.value == 7)
  }

  @Test func callsByNameAreHeldToo() async throws {
    let held = fake.hold(\.send)
    let fake = fake
    let result = Task { try await fake.send("abc") }
    let call = try await held.next()
    let text: String = try call.arguments[0].unwrap()
    #expect(text == "abc")
    #expect(call.description == #"send("abc")"#)
    call.resume(returning: text.count)
    #expect(try await result.value == 3)
    let posts = fake.hold(\.postID)
    let post = Task { try await fake.post("x") }
    try await posts.next().resume(returning: nil)
    try await post.value
  }

  @Test func aSyncForwardRefusesToBeHeld() async throws {
    let held = fake.hold(\.send)
    let line = #line - 1
    let error = await #expect(throws: FakedError.self) { try await fake.sendNow("a") }
    #expect(
      error?.message == """
        Fake.send is stubbed with an async behavior (HeldCallTests.swift:\(line)), but its method cannot wait for one.
          Forward the call with `try await handleAsyncCall(…)`, or stub it with a behavior without `await`.
        """)
    #expect(held.pending.isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func heldCallsAreFinishedInAnyOrder(_ order: [Int]) async throws {
    let held = fake.hold(\.find)
    let fake = fake
    let finished = Captured<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    var calls: [Int: HeldCall<(String, Int), [String], any Error>] = [:]
    for number in 0..<3 {
      tasks.append(
        Task {
          let found = try await fake.find("text", number)
          #expect(found == ["\(number)"])
          finished.withValue { $0.append(number) }
        })
      calls[number] = try await held.next()
    }
    for number in order {
      #expect(calls[number]?.arguments.1 == number)
      calls[number]?.resume(returning: ["\(number)"])
      try await tasks[number].value
    }
    #expect(finished.value == order)
  }

  @Test @MainActor func callsComeInTheOrderInWhichTheyWereMade() async throws {
    for _ in 0..<50 {
      let fake = MainFake()
      let held = fake.hold(\.find)
      let tasks = (0..<8).map { number in Task { try await fake.find(number) } }
      for number in 0..<8 {
        let call = try await held.next()
        #expect(call.arguments == number)
        call.resume(returning: number)
      }
      for task in tasks { _ = try await task.value }
    }
  }

  @Test @MainActor func thoseWhoWaitAreServedInTheOrderInWhichTheyAsked() async throws {
    let fake = MainFake()
    let held = fake.hold(\.find)
    let asking = (0..<4).map { _ in Task { try await held.next().arguments } }
    let calling = (0..<4).map { number in Task { try await fake.find(number) } }
    for number in 0..<4 { #expect(try await asking[number].value == number) }
    held.resumeAll(returning: 9)
    for task in calling { #expect(try await task.value == 9) }
  }

  @Test func allAreResumedAtOnce() async throws {
    let held = fake.hold(\.find)
    let fake = fake
    let tasks = (0..<5).map { number in Task { try await fake.find("a", number) } }
    for _ in tasks { _ = try await held.next() }
    #expect(Set(held.pending.map(\.arguments.1)) == [0, 1, 2, 3, 4])
    held.resumeAll(returning: ["x"])
    for task in tasks { #expect(try await task.value == ["x"]) }
    let failing = Task { try await fake.find("b") }
    let call = try await held.next()
    held.resumeAll(throwing: Offline())
    await #expect(throws: Offline.self) { try await failing.value }
    #expect(held.pending.isEmpty)
    _ = call
  }

  @Test func valuesThatAreNotSendableComeBackToTheirActor() async throws {
    let store = Store()
    let held = store.hold(\.pass)
    let result = Task { try await store.passOwn() }
    let call = try await held.next()
    call.arguments.value = 5
    call.resume(returning: call.arguments)
    #expect(try await result.value == 5)
  }

  @Test func aLaterBehaviorAnswersLaterCallsAndLeavesTheHeldOnesHeld() async throws {
    let held = fake.hold(\.find)
    let fake = fake
    let first = Task { try await fake.find("a") }
    let call = try await held.next()
    fake.when(\.find) { _, _ in ["stubbed"] }
    #expect(try await fake.find("b") == ["stubbed"])
    call.resume(returning: ["held"])
    #expect(try await first.value == ["held"])
  }

  @Test func conditionsBesideAHoldAnswerTheirCalls() async throws {
    let held = fake.hold(\.find)
    fake.when(\.find, with: "cached", 0).thenReturn(["c"])
    let fake = fake
    #expect(try await fake.find("cached") == ["c"])
    let task = Task { try await fake.find("a") }
    try await held.next().resume(returning: ["a"])
    #expect(try await task.value == ["a"])
  }

  @Test func callsWithOtherArgumentsGoToOlderStubs() async throws {
    fake.when(\.find).thenReturn(["stubbed"])
    let held = fake.hold(\.find, with: "a", 1)
    let pages = fake.hold(\.find, matching: .any, .range(2...))
    let fake = fake
    #expect(try await fake.find("a") == ["stubbed"])
    let first = Task { try await fake.find("a", 1) }
    let second = Task { try await fake.find("b", 2) }
    let (call, page) = (try await held.next(), try await pages.next())
    #expect(call.arguments == ("a", 1))
    #expect(page.arguments == ("b", 2))
    call.resume(returning: ["held"])
    page.resume(returning: ["page"])
    #expect(try await first.value == ["held"])
    #expect(try await second.value == ["page"])
    let unstubbed = fake.hold(\.save, with: "a")
    await #expect(throws: FakedError.self) { try await fake.save("b") }
    #expect(unstubbed.pending.isEmpty)
    let error = await #expect(throws: FakedError.self) { try await unstubbed.next(within: .zero) }
    #expect(
      error?.message.contains(#"no held call of Fake.save with ("a") came."#) == true)
  }

  @Test func callsByNameWithOtherParametersGoToOlderStubs() async throws {
    fake.when(\.send).thenReturn(0)
    fake.when(\.postID).thenReturn()
    let sends = [fake.hold(\.send, with: "a"), fake.hold(\.send, matching: .equal("b"))]
    let posts = [fake.hold(\.postID, with: "a"), fake.hold(\.postID, matching: .equal("b"))]
    let fake = fake
    #expect(try await fake.send("other") == 0)
    try await fake.post("other")
    for (number, text) in ["a", "b"].enumerated() {
      let (send, post) = (Task { try await fake.send(text) }, Task { try await fake.post(text) })
      try await sends[number].next().resume(returning: 1)
      try await posts[number].next().resume(returning: nil)
      #expect(try await send.value == 1)
      try await post.value
    }
  }

  @Test func holdingAnewGivesTheCallsToTheNewHold() async throws {
    let old = fake.hold(\.find)
    let fake = fake
    let first = Task { try await fake.find("a") }
    let call = try await old.next()
    let new = fake.hold(\.find)
    let second = Task { try await fake.find("b") }
    try await new.next().resume(returning: ["new"])
    #expect(try await second.value == ["new"])
    call.resume(returning: ["old"])
    #expect(try await first.value == ["old"])
  }

  @Test func aFakeThatHeldCallsGoesWithItsLastCopy() async throws {
    weak var instance: FakeInstance?
    var held: HeldCalls<(String, Int), [String], any Error>?
    do {
      let fake = Fake()
      instance = fake.instanceId
      held = fake.hold(\.find, atMost: .zero)
      await #expect(throws: FakedError.self) { try await fake.find("a") }
    }
    #expect(held?.pending.isEmpty == true)
    #expect(instance == nil)
  }
}
