import Dispatch
import Faked
import Testing

private final class ClassFake: Faked, @unchecked Sendable {
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let send = "send"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  func send(_ n: Int) throws -> Int { try handleCall(\.send, params: n) }
}

private struct StringFake: Faked, Sendable {
  let instanceId: String
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

// A call ends on the instance it began on, whatever is torn down meanwhile. Under the address sanitizer
// each of these shows what is read after it was freed.
struct TearDownDuringCallTests {
  @Test func aMatcherMayTearDownTheFakeItIsAskedFor() {
    for _ in 0..<100 {
      let fake = ClassFake()
      let tearsDown = Matcher<Int>("a number for a fake that is torn down") { _ in
        fake.tearDown()
        return false
      }
      fake.when(\.load, matching: tearsDown).thenReturn(1)
      #expect(throws: FakedError.self) { try fake.load(1) }
      fake.tearDown()
    }
  }

  @Test func aBehaviorMayTearDownItsFakeAndReturnAnotherType() {
    for _ in 0..<100 {
      let fake = ClassFake()
      fake.when(\.send) { _, _ in
        fake.tearDown()
        return "not a number"
      }
      #expect(throws: FakedError.self) { try fake.send(1) }
      #expect(fake.invocationCount(of: \.send) == 0)
      fake.tearDown()
    }
  }

  @Test func aClassFakeMayBeTornDownWhileThreadsCallIt() {
    let fake = ClassFake()
    race(
      call: { _ = try? fake.load($0) },
      stub: { fake.when(\.load, with: $0).thenReturn($0) }, tearDown: { fake.tearDown() })
  }

  @Test func aStringFakeMayBeTornDownWhileThreadsCallIt() {
    let fake = StringFake(instanceId: "torn down while threads call it")
    race(
      call: { _ = try? fake.load($0) },
      stub: { fake.when(\.load, with: $0).thenReturn($0) }, tearDown: { fake.tearDown() })
  }

  /// Four threads call while another stubs and tears down.
  private func race(
    call: @Sendable (Int) -> Void, stub: @Sendable (Int) -> Void, tearDown: @Sendable () -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      for round in 0..<2_000 {
        if thread > 0 {
          call(round & 3)
        } else {
          stub(round & 3)
          tearDown()
        }
      }
    }
    tearDown()
  }
}
