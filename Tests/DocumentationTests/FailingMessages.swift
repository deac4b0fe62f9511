import FakeableClients
import FakedClients
import FakedExplore
import Foundation
import Testing

private struct FakeShop: Faked {
  let instanceId = FakeInstance()
  let price: FunctionID<(String) -> Int, Throws> = "price"
  let otherPrice: FunctionID<(Int) -> Int, Throws> = "price"
  let find = "find"
  let fnid = "fnid"
  let owner: String? = nil
  let city = "Graz"
  let onSale: @Sendable () -> Void = {}
  let rate = Double.nan
  let clerk = Clerk()

  func price(of item: String) throws -> Int { try handleCall(\.price, item) }
  func find(_ key: String) throws -> Int { try handleCall(\.find, params: key) }
  func fnid(_ key: String) throws -> Int { try handleCall(\.fnid, params: key) }
  func add(_ number: Int) throws { try handleCall(params: number) }
  func add(_ text: String) throws { try handleCall(params: text) }
}

private final class Clerk: Equatable {
  static func == (left: Clerk, right: Clerk) -> Bool { left === right }
}

/// Tests that fail, one for each message that the pages explain but do not show.
@Suite(.enabled(if: failuresAreWanted)) struct FailingMessages {
  private let fake = FakeShop()
  private let mailbox = FakeMailbox()

  @Test func missedCondition() throws {
    fake.when(\.price, with: "tea").thenReturn(1)
    _ = try fake.price(of: "milk")
  }
  @Test func misspelledName() throws {
    fake.when(\.find) { _, _ in 1 }
    _ = try fake.fnid("tea")
  }
  @Test func otherType() throws {
    fake.when(\.otherPrice) { _ in 1 }
    _ = try fake.price(of: "tea")
  }
  @Test func emptyChain() throws {
    _ = fake.when(\.price)
    _ = try fake.price(of: "tea")
  }
  @Test func callAfterTheLast() throws {
    fake.when(\.price).thenReturn(1, times: 1)
    _ = try fake.price(of: "tea")
    _ = try fake.price(of: "tea")
  }
  @Test func wrongResult() throws {
    fake.when(\.find) { _, _ in "one" }
    _ = try fake.find("tea")
  }
  @Test func asyncBehavior() throws {
    fake.when(\.find) { _, _ async in 1 }
    _ = try fake.find("tea")
  }
  @Test func overloads() throws {
    fake.when("add(_:)") { _, _ in }
    try fake.add(1)
    try fake.add("one")
  }
  @Test func missingParameter() throws {
    fake.when(\.find) { _, params in try params[1].unwrap() as Int }
    _ = try fake.find("tea")
  }
  @Test func wrongParameter() throws {
    fake.when(\.find) { _, params in try params[0].unwrap() as Double }
    _ = try fake.find("tea")
  }
  @Test func tooManyParameters() throws {
    fake.when(\.find, with: "tea", "milk").thenReturn(1)
    _ = try fake.find("tea")
  }
  @Test func lostTransport() async throws {
    let session = FakeTransport().session()
    _ = try await session.data(from: URL(string: "https://example.com/")!)
  }

  @Test func otherCalls() throws {
    mailbox.verify(\.fetch)
    fake.verify(\.price, called: 2..<2)
    fake.when(\.find) { _, _ in 1 }
    _ = try fake.find("tea")
    fake.verify(\.price, with: "tea")
    fake.when(\.price).thenReturn(1)
    _ = try fake.price(of: "tea")
    fake.verify(\.otherPrice, with: 1)
  }
  @Test func forgottenCalls() async throws {
    mailbox.when(\.fetch) { _ in [] }
    mailbox.history = .last(1)
    for folder in ["a", "b"] { _ = try await mailbox.fetch(folder) }
    mailbox.verify(\.fetch, with: "a")
  }
  @Test(.faked) func wrongFake() throws {
    let (first, second) = (FakeShop(), FakeShop())
    second.when(\.price).thenReturn(1)
    _ = try second.price(of: "tea")
    first.verify(\.price)
    _ = try first.price(of: "tea")
  }
  @Test func wrongOrder() throws {
    fake.when(\.price).thenReturn(1)
    for item in ["tea", "milk"] { _ = try fake.price(of: item) }
    verifyInOrder {
      fake.verify(\.price, with: "milk")
      fake.verify(\.price, with: "tea")
    }
  }
  @Test func callAfterTheScope() throws {
    let fake = withFakedScope {
      let fake = FakeShop()
      fake.when(\.find) { _, _ in 1 }
      fake.verify(\.find, called: .never)
      return fake
    }
    _ = try fake.price(of: "tea")
  }
  @Test func afterTheScope() throws {
    let fake = try withFakedScope {
      let fake = FakeShop()
      fake.when(\.price).thenReturn(1)
      _ = try fake.price(of: "tea")
      return fake
    }
    fake.verify(\.price)
  }
  @Test func afterTheTearDown() throws {
    fake.when(\.price).thenReturn(1)
    _ = try fake.price(of: "tea")
    fake.tearDown()
    fake.verifyNoMoreCalls()
  }
  @Test(.faked) func knownIssueFromElsewhere() async {
    let mailbox = FakeMailbox()
    await withKnownIssue { await Task.detached { mailbox.verify(\.fetch) }.value }
  }
  @Test func moreCalls() async throws {
    mailbox.when(\.fetch) { _ in [] }
    _ = try await mailbox.fetch("a")
    mailbox.when(\.unreadID).thenReturn(1)
    _ = mailbox.unread()
    mailbox.verify(\.fetch)
    mailbox.verifyNoMoreCalls()
  }
  @Test(.faked) func swallowedCall() async {
    _ = try? await FakeMailbox().fetch("a")
  }
  @Test(.faked) func swallowedCalls() async {
    let mailbox = FakeMailbox()
    for _ in 0..<2 { _ = try? await mailbox.fetch("a") }
  }
  @Test(.faked) func swallowedResult() {
    let fake = FakeShop()
    fake.when(\.find) { _, _ in "one" }
    _ = try? fake.find("tea")
  }
  @Test(.faked(.strict)) func unusedStub() {
    FakeMailbox().when(\.unreadID).thenReturn(1)
  }
  @Test(.faked(.strict)) func replacedStub() throws {
    fake.when(\.price, with: "tea").thenReturn(1)
    fake.when(\.price).thenReturn(2)
    _ = try fake.price(of: "tea")
  }
  @Test(.faked) func resumedTwice() async throws {
    let mailbox = FakeMailbox()
    let held = mailbox.hold(\.fetch)
    async let letters = mailbox.fetch("a")
    let call = try await held.next()
    call.resume(returning: [])
    call.resume(returning: [])
    _ = try await letters
  }
  @Test(.faked) func resumedLate() async throws {
    let mailbox = FakeMailbox()
    let held = mailbox.hold(\.fetch)
    let letters = Task { try await mailbox.fetch("a") }
    let call = try await held.next()
    letters.cancel()
    call.resume(returning: [])
    let others = Task { try await mailbox.fetch("b") }
    let other = try await held.next()
    mailbox.resetStubs()
    other.resume(returning: [])
    _ = await (letters.result, others.result)
  }
  @Test func missingCall() async throws {
    _ = try await mailbox.nextCall(to: \.fetch, within: .milliseconds(1))
  }
  @Test func releasedCall() async throws {
    let held = mailbox.hold(\.fetch)
    mailbox.resetStubs()
    _ = try await held.next()
  }
  @Test func noChecks() async throws { try await eventually {} }

  @Test func unknownProperty() throws { try fake.assertProp("town", expectedValue: "Graz") }
  @Test func otherValue() throws { try fake.assertProp("city", expectedValue: "Vienna") }
  @Test func pathThroughNil() throws { try fake.assertProp("owner.name", expectedValue: "Ann") }
  @Test func notANumber() throws { try fake.assertProp("rate", expectedValue: Double.nan) }
  @Test func alike() throws { try fake.assertProp("clerk", expectedValue: Clerk()) }
  @Test func closure() throws { try fake.assertProp("onSale", expectedValue: fake.onSale as Any) }

  @Test(.faked(patience: .milliseconds(1))) func noSleep() async {
    await FakeClock().advance(by: .seconds(1))
  }
  @Test(.faked(.strict)) func sleepLeft() async throws {
    let clock = FakeClock()
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    _ = try await clock.nextSleep()
    withExtendedLifetime(sleep) {}
  }
  @Test func clockBackwards() async { await FakeClock().advance(by: .seconds(-1)) }
  @Test(.deterministic) func stuckTest() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }
  @Test(.deterministic) func canceledLoop() async {
    let clock = FakeClock()
    let loop = Task { while clock.now.offset >= .zero { try? await clock.sleep(for: .seconds(1)) } }
    await untilIdle()
    loop.cancel()
  }
  @Test(.deterministic) func endlessTest() async {
    while !Task.isCancelled { await Task.yield() }
  }
  @Test func stuckBody() async throws {
    try await withDeterministicTasks {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      for await _ in stream {}
      continuation.finish()
      try Task.checkCancellation()
    }
  }
}
