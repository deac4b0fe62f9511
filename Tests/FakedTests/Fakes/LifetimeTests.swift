import Faked
import Foundation
import TestSupport
import Testing

/// An identity that is not a token, a string, or an object. All values have the same hash.
private struct ID: Hashable, Sendable {
  let number: Int
  var witness = Witness()
  static func == (left: ID, right: ID) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) {}
}

/// A class whose deinitializer calls a fake.
private final class CallsAtItsEnd {
  let fake: KeyedFake<FakeInstance>
  init(_ fake: KeyedFake<FakeInstance>) { self.fake = fake }
  deinit { try? fake.take(Witness()) }
}

/// A class whose deinitializer needs the whole registry.
private final class SweepsAtItsEnd {
  deinit { FakedFunctionHolder.sweep() }
}

// All tests share the registry, so these tests run one at a time and check only their own objects.
@Suite(.serialized) struct LifetimeTests {
  private let lifetimes = Lifetimes()

  @Test func theLastCopyOfATokenReleasesAllState() throws {
    try {
      let fake = KeyedFake()
      fake.when(\.take) { [kept = Witness(lifetimes)] _ in _ = kept }
      fake.when(\.send) { _, _ in }
      try fake.take(Witness(lifetimes))
      try fake.handleCall(\.send, params: Witness(lifetimes))
      #expect(lifetimes.living == 3)
    }()
    #expect(lifetimes.living == 0)
  }

  @Test func aFakeCanBeStubbedAgainAfterTearDown() throws {
    func use<Key>(_ fake: KeyedFake<Key>) throws {
      let living = lifetimes.living
      for _ in 1...2 {
        #expect(throws: FakedError.self) { try fake.take(Witness()) }
        fake.when(\.take) { _ in }
        try fake.take(Witness(lifetimes))
        #expect(lifetimes.living == living + 1)
        #expect(fake.invocationCount(of: \.take) == 2)
        fake.tearDown()
        fake.tearDown()
        #expect(lifetimes.living == living)
        #expect(fake.invocationCount(of: \.take) == 0)
      }
      fake.tearDown()
    }
    let other = KeyedFake(instanceId: ID(number: 2))
    other.when(\.take) { _ in }
    try use(KeyedFake(instanceId: ID(number: 1, witness: Witness(lifetimes))))
    #expect(lifetimes.living == 0, "the identity is forgotten too")
    try other.take(Witness())
    other.tearDown()
    try use(KeyedFake(instanceId: UUID().description))
    let object = FakeObject()
    object.when(\.take) { _ in 1 }
    object.tearDown()
    #expect(try object.take(Witness()) == -1)
  }

  @Test func aNewObjectAtTheSameAddressHasNoStubs() throws {
    var addresses: Set<ObjectIdentifier> = []
    var reused = 0
    let witness = Witness()
    for round in 0..<20_000 {
      let fake = FakeObject()
      if !addresses.insert(ObjectIdentifier(fake)).inserted { reused += 1 }
      if try fake.take(witness) != -1 || fake.invocationCount(of: \.take) != 1 {
        Issue.record("round \(round) saw what a dead fake left")
        return
      }
      if round.isMultiple(of: 2) { fake.when(\.take) { _ in round } }
    }
    // The test needs reused addresses, which the address sanitizer prevents.
    let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    #expect(isSanitized || reused > 1_000)
  }

  @Test func theRegistryForgetsDeadObjects() throws {
    func use(_ fake: FakeObject) throws {
      fake.when(\.take) { _ in 1 }
      _ = try fake.take(Witness(lifetimes))
    }
    for _ in 0..<20_000 { try use(FakeObject()) }
    // Without an explicit sweep, the state of dead objects stays bounded.
    #expect(lifetimes.living < 10_000)
    // The objects are alive at the same time, so their addresses differ.
    for fake in (0..<20).map({ _ in FakeObject() }) { try use(fake) }
    do {
      let fake = FakeObject()
      fake.when(\.take) { [last = SweepsAtItsEnd()] _ in
        _ = last
        return 1
      }
    }
    FakedFunctionHolder.sweep()
    #expect(lifetimes.living == 0)
  }

  @Test func aDeinitializerOfADiscardedValueMayCallTheFake() throws {
    let fake = KeyedFake()
    fake.when(\.take) { _ in }
    for forget in [fake.resetStubs, fake.tearDown, { fake.when(\.send) { _, _ in } }] {
      fake.when(\.send) { [last = CallsAtItsEnd(fake)] _, _ in _ = last }
      forget()
    }
    #expect(fake.invocationCount(of: \.take) >= 1)
    fake.when(\.take) { _ in }
    fake.resetCalls()
    for forget in [fake.resetCalls, { fake.history = .last(0) }] {
      try fake.handleCall(\.send, params: CallsAtItsEnd(fake))
      forget()
    }
    #expect(fake.invocationCount(of: \.take) == 2)
  }
}
