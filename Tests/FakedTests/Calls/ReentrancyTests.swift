import Faked
import TestSupport
import Testing

extension KeyedFake<FakeInstance> {
  fileprivate var other: FunctionID<(Key) -> Int, Throws> { "other" }
  fileprivate var see: FunctionID<(Curious) -> Int, Throws> { "see" }
}

/// A value whose `==` calls the fake that receives the value.
private struct Key: Equatable {
  let fake: KeyedFake<FakeInstance>
  static func == (left: Key, right: Key) -> Bool {
    left.fake.when(\.send) { _, _ in 5 }
    return (try? left.fake.send(1)) == 5
  }
}

/// A value whose description calls the fake that receives the value.
private struct Curious: Equatable, CustomStringConvertible {
  let fake: KeyedFake<FakeInstance>
  static func == (left: Curious, right: Curious) -> Bool { false }
  var description: String { "\(fake.invocationCount(of: \.send)) calls" }
}

// User code never runs under a lock. If it did, each of these tests would deadlock.
struct ReentrancyTests {
  private let fake = KeyedFake()

  @Test func aBehaviorMayCallItsFake() throws {
    let fake = self.fake
    fake.when(\.load) { n in n == 0 ? 0 : try fake.load(n - 1) + 1 }
    #expect(try fake.load(10) == 10)
    #expect(fake.invocationCount(of: \.load) == 11)
    #expect(fake.calls(to: \.load).map(\.arguments) == Array((0...10).reversed()))
    fake.tearDown()
  }

  @Test func aBehaviorMayStubItsOwnFunction() throws {
    let fake = self.fake
    fake.when(\.load) { _ in
      fake.when(\.load) { _ in 2 }
      return 1
    }
    #expect(try [fake.load(0), fake.load(0)] == [1, 2])
    fake.when(\.send) { _, _ in
      fake.when(\.send) { count, _ in count + 20 }
      return 10
    }
    #expect(try [fake.send(0), fake.send(0)] == [10, 21])
  }

  @Test func aBehaviorMayResetItsOwnCall() throws {
    let fake = self.fake
    for (forget, keepsStubs) in [(fake.tearDown, false), (fake.resetCalls, true)] {
      fake.when(\.load) { n in
        forget()
        return n
      }
      #expect(try fake.load(1) == 1)
      #expect(fake.invocationCount(of: \.load) == 0)
      #expect(fake.calls(to: \.load).isEmpty)
      #expect(fake.isStubbed(\.load) == keepsStubs)
    }
    fake.when(\.load) { n in n }
    #expect(try fake.load(2) == 2)
    #expect(fake.calls(to: \.load).map(\.value) == [2])
  }

  @Test func aConditionMayStubAndCall() throws {
    let fake = self.fake
    fake.when(\.other, with: Key(fake: fake)).thenReturn(7)
    #expect(try fake.handleCall(\.other, Key(fake: fake)) == 7)
    fake.when(\.load) { n in n }
    fake.when(\.load).where { n in n == 3 && (try? fake.load(4)) == 4 }.thenReturn(30)
    #expect(try fake.load(3) == 30)
    fake.tearDown()
  }

  @Test func aDefaultMayCallTheFake() throws {
    fake.when(\.send) { _, _ in 8 }
    #expect(try fake.handleCall(\.load, 1, default: try fake.send(1)) == 8)
    #expect(fake.allCalls.map(\.function) == ["load", "send"])
  }

  @Test func aDescriptionInAMessageMayCallTheFake() {
    fake.when(\.see, with: Curious(fake: fake)).thenReturn(1)
    let error = #expect(throws: FakedError.self) { try fake.load(1) }
    #expect(error?.message.contains("Stubbed: see (0 calls)") == true)
    fake.tearDown()
  }
}
