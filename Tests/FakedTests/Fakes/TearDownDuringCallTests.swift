import Dispatch
import Faked
import TestSupport
import Testing

// A call ends on the instance on which it began, even if the fake is torn down in between. The address sanitizer
// detects memory that is read after it was freed.
struct TearDownDuringCallTests {
  @Test func matchersAndBehaviorsMayTearDownTheirFake() {
    for _ in 0..<100 {
      let fake = FakeObject()
      let tearsDown = Matcher<Int>("a number for a fake that is torn down") { _ in
        fake.tearDown()
        return false
      }
      fake.when(\.load, matching: tearsDown).thenReturn(1)
      #expect(throws: FakedError.self) { try fake.load(1) }
      fake.when(\.send) { _, _ in
        fake.tearDown()
        return "not a number"
      }
      #expect(throws: FakedError.self) { try fake.send(1) }
      #expect(fake.invocationCount(of: \.send) == 0)
      fake.tearDown()
    }
  }

  @Test func aFakeMayBeTornDownWhileThreadsCallIt() {
    let object = FakeObject()
    race(
      call: { _ = try? object.load($0) },
      stub: { object.when(\.load, with: $0).thenReturn($0) }, tearDown: { object.tearDown() })
    #expect(!object.isStubbed(\.load))
    let string = KeyedFake(instanceId: "torn down while threads call it")
    race(
      call: { _ = try? string.load($0) },
      stub: { string.when(\.load, with: $0).thenReturn($0) }, tearDown: { string.tearDown() })
    #expect(!string.isStubbed(\.load))
  }

  /// Runs four threads that call the fake while another one stubs it and tears it down.
  private func race(
    call: @Sendable (Int) -> Void, stub: @Sendable (Int) -> Void, tearDown: @Sendable () -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      for round in 0..<250 * Repetitions.count {
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
