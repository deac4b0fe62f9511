import Faked
import TestSupport
import Testing

extension HeldCalls<String, Int, any Error> {
  /// Answers the next call with the length of its argument.
  fileprivate func answerNext() async throws {
    let call = try await next()
    call.resume(returning: call.arguments.count)
  }
}

struct HeldCallTests {
  private let fake = FakeLibrary()

  @Test func aHeldCallReturnsTheResumedValue() async throws {
    let held = fake.hold(\.search)
    let line = #line - 1
    let result = Task { try await fake.search("swift", 2) }
    let call = try await held.next()
    #expect(call.arguments == ("swift", 2))
    #expect("\(call)" == #"search("swift", 2)"#)
    #expect(held.pending.map(\.arguments.0) == ["swift"])
    call.resume(returning: ["a"])
    #expect(try await result.value == ["a"])
    #expect(held.pending.isEmpty)
    let record = try #require(fake.calls(to: \.search).first)
    #expect(record.stub == "HeldCallTests.swift:\(line)")
    #expect(record.value == ["a"])
  }

  @Test func functionsOfEveryKindAreHeld() async throws {
    let (saves, puts, waits) = (fake.hold(\.save), fake.hold(\.put), fake.hold(\.waitID))
    let failing = Task { try await fake.save("a") }
    let put = Task { () async throws(StoreError) in try await fake.put(1) }
    let wait = Task { await fake.wait() }
    try await saves.next().resume(throwing: StoreError.locked)
    await #expect(throws: StoreError.locked) { try await failing.value }
    try await puts.next().resume(throwing: .full)
    await #expect(throws: StoreError.full) { try await put.value }
    try await waits.next().resume(returning: 7)
    #expect(await wait.value == 7)
    let save = Task { try await fake.save("b") }
    try await saves.next().resume()
    try await save.value
  }

  @Test func aSyncMethodCannotBeHeld() {
    let held = fake.hold(\.send)
    let line = #line - 1
    let error = #expect(throws: FakedError.self) { try fake.sendNow("a") }
    let text = "FakeLibrary.send is held (HeldCallTests.swift:\(line)), but its method cannot wait."
    #expect(error?.message.hasPrefix(text) == true)
    #expect(held.pending.isEmpty)
  }

  @Test @MainActor func callsArriveInOrder() async throws {
    for _ in 0..<50 {
      let fake = FakeSearch()
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

  @Test func allCallsCanBeResumedTogether() async throws {
    let held = fake.hold(\.load)
    let tasks = (0..<5).map { number in Task { try await fake.load(number) } }
    for _ in tasks { _ = try await held.next() }
    #expect(Set(held.pending.map(\.arguments)) == [0, 1, 2, 3, 4])
    for call in held.pending { call.resume(returning: 9) }
    for task in tasks { #expect(try await task.value == 9) }
    let failing = Task { try await fake.load(5) }
    _ = try await held.next()
    for call in held.pending { call.resume(throwing: StoreError.locked) }
    await #expect(throws: StoreError.locked) { try await failing.value }
    #expect(held.pending.isEmpty)
  }

  @Test func nonSendableValuesReturnToTheirActor() async throws {
    let owner = FakeOwner()
    let held = owner.hold(\.pass)
    let result = Task { try await owner.passOwn() }
    let call = try await held.next()
    call.arguments.value = 5
    call.resume(returning: call.arguments)
    #expect(try await result.value == 5)
  }

  @Test func callsWithOtherArgumentsReachOlderStubs() async throws {
    fake.when(\.search).thenReturn(["stubbed"])
    let held = fake.hold(\.search, with: "a", 1)
    let pages = fake.hold(\.search, matching: .any, .range(2...))
    #expect(try await fake.search("a", 0) == ["stubbed"])
    let first = Task { try await fake.search("a", 1) }
    let second = Task { try await fake.search("b", 2) }
    let (call, page) = (try await held.next(), try await pages.next())
    #expect(call.arguments == ("a", 1))
    #expect(page.arguments == ("b", 2))
    call.resume(returning: ["held"])
    page.resume(returning: ["page"])
    #expect(try await first.value == ["held"])
    #expect(try await second.value == ["page"])
    let unstubbed = fake.hold(\.save, with: "a")
    await #expect(throws: FakedError.self) { try await fake.save("b") }
    let error = await #expect(throws: FakedError.self) { try await unstubbed.next(within: .zero) }
    let text = #"no call of FakeLibrary.save with ("a") was held."#
    #expect(error?.message.contains(text) == true)
  }

  @Test func aFakeThatHeldCallsIsReleasedWithItsLastCopy() async throws {
    weak var instance: FakeInstance?
    var held: HeldCalls<String, Int, any Error>?
    do {
      let fake = FakeLibrary()
      instance = fake.instanceId
      held = fake.hold(\.find, atMost: .zero)
      await #expect(throws: FakedError.self) { try await fake.find("a") }
    }
    #expect(held?.pending.isEmpty == true)
    #expect(instance == nil)
  }

  @Test func anExtensionOfHeldCallsWorksInAChain() async throws {
    let fake = fake
    async let answering: Void = fake.hold(\.find).answerNext()
    while !fake.isStubbed(\.find) { await Task.yield() }
    let found = try await fake.find("swift")
    #expect(found == 5)
    try await answering
  }
}
