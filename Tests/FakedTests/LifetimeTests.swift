import Faked
import Foundation
import TestSupport
import Testing

private struct TokenFake: Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  let takeNamed = "takeNamed"
  func take(_ witness: Witness) throws { try handleCall(\.take, witness) }
  func takeNamed(_ witness: Witness) throws { try handleCall(\.takeNamed, params: witness) }
}

private final class ObjectFake: Faked {
  let take: FunctionID<(Witness) -> Int, Throws> = "take"
  func take(_ witness: Witness) throws -> Int { try handleCall(\.take, witness, default: -1) }
}

private struct StringFake: Faked {
  let instanceId = UUID().description
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  func take(_ witness: Witness) throws { try handleCall(\.take, witness) }
}

/// An identity that is neither a token, a string, nor an object.
private struct ValueFake: Faked {
  struct ID: Hashable, Sendable {
    let number: Int
    let witness: Witness
    static func == (left: ID, right: ID) -> Bool { left.number == right.number }
    /// The same for all.
    func hash(into hasher: inout Hasher) {}
  }
  let instanceId: ID
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  func take(_ witness: Witness) throws { try handleCall(\.take, witness) }
}

/// A class whose end runs user code that calls a fake.
private final class CallsAtItsEnd {
  let fake: TokenFake
  init(_ fake: TokenFake) { self.fake = fake }
  deinit { try? fake.take(Witness()) }
}

/// A class whose end runs user code that needs the whole registry.
private final class SweepsAtItsEnd {
  deinit { FakedFunctionHolder.sweep() }
}

// The registry is shared with all other tests, so these wait their turn, and look at their own objects.
@Suite(.serialized) struct LifetimeTests {
  @Test func theLastCopyOfATokenFreesEverything() throws {
    let lifetimes = Lifetimes()
    try {
      let fake = TokenFake()
      fake.when(\.take) { [kept = Witness(lifetimes)] _ in _ = kept }
      fake.when(\.takeNamed) { _, _ in }
      try fake.take(Witness(lifetimes))
      try fake.takeNamed(Witness(lifetimes))
      #expect(lifetimes.living == 3)
    }()
    #expect(lifetimes.living == 0)
  }

  @Test func tearDownForgetsAValueThatIsAnIdentity() throws {
    let lifetimes = Lifetimes()
    let other = ValueFake(instanceId: .init(number: 2, witness: Witness()))
    other.when(\.take) { _ in }
    try {
      let fake = ValueFake(instanceId: .init(number: 1, witness: Witness(lifetimes)))
      fake.when(\.take) { _ in }
      try fake.take(Witness())
      fake.tearDown()
      #expect(throws: FakedError.self) { try fake.take(Witness()) }
      fake.when(\.take) { _ in }
      try fake.take(Witness())
      #expect(fake.invocationCount(of: \.take) == 2)
      fake.tearDown()
    }()
    #expect(lifetimes.living == 0)
    try other.take(Witness())
    other.tearDown()
  }

  @Test func tearDownFreesEverythingAndStubbingWorksAnew() throws {
    let fakes: [any Faked] = [TokenFake(), StringFake()]
    for fake in fakes { fake.tearDown() }
    let fake = StringFake()
    let lifetimes = Lifetimes()
    fake.when(\.take) { _ in }
    try fake.take(Witness(lifetimes))
    #expect(lifetimes.living == 1)
    fake.tearDown()
    #expect(lifetimes.living == 0)
    #expect(fake.invocationCount(of: \.take) == 0)
    #expect(throws: FakedError.self) { try fake.take(Witness()) }
    fake.tearDown()
    fake.tearDown()
    fake.when(\.take) { _ in }
    try fake.take(Witness())
    #expect(fake.invocationCount(of: \.take) == 1)
    fake.tearDown()
  }

  @Test func aLaterObjectNeverSeesTheDeadOnesStubs() throws {
    var addresses: Set<ObjectIdentifier> = []
    var reused = 0
    let witness = Witness()
    for round in 0..<100_000 {
      let fake = ObjectFake()
      if !addresses.insert(ObjectIdentifier(fake)).inserted { reused += 1 }
      if try fake.take(witness) != -1 || fake.invocationCount(of: \.take) != 1 {
        Issue.record("round \(round) saw what a dead fake left")
        return
      }
      if round.isMultiple(of: 2) { fake.when(\.take) { _ in round } }
    }
    // Without reuse of addresses the test would show nothing; the address sanitizer keeps them from it.
    let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    #expect(isSanitized || reused > 1_000)
  }

  @Test func theRegistryForgetsDeadObjects() throws {
    let lifetimes = Lifetimes()
    for _ in 0..<20_000 {
      let fake = ObjectFake()
      fake.when(\.take) { _ in 1 }
      _ = try fake.take(Witness(lifetimes))
    }
    // Without a sweep by hand, what dead objects left stays bounded.
    #expect(lifetimes.living < 10_000)
    // These live side by side, so that none takes the address of another.
    for fake in (0..<20).map({ _ in ObjectFake() }) {
      fake.when(\.take) { _ in 1 }
      _ = try fake.take(Witness(lifetimes))
    }
    do {
      let fake = ObjectFake()
      fake.when(\.take) { [last = SweepsAtItsEnd()] _ in
        _ = last
        return 1
      }
    }
    FakedFunctionHolder.sweep()
    #expect(lifetimes.living == 0)
  }

  @Test func theRegistryForgetsFakesWhoseScopesEndedLongAgo() {
    let lifetimes = Lifetimes()
    let scope = ProbedScope()
    scope.run {
      ValueFake(instanceId: .init(number: 3, witness: Witness(lifetimes))).when(\.take) { _ in }
    }
    scope.end()
    // Some are kept, for tasks that their tests left behind.
    let later = ProbedScope()
    later.run { for _ in 0..<1_000 { StringFake().when(\.take) { _ in } } }
    later.end()
    #expect(lifetimes.living == 0)
  }

  @Test func tearDownForgetsTheStubsOfAnObject() throws {
    let object = ObjectFake()
    object.when(\.take) { _ in 1 }
    object.tearDown()
    #expect(try object.take(Witness()) == -1)
  }

  @Test func theEndOfAValueMayCallTheFake() throws {
    let fake = TokenFake()
    fake.when(\.take) { _ in }
    for forget in [fake.resetBehaviors, fake.tearDown, { fake.when(\.takeNamed) { _, _ in } }] {
      fake.when(\.takeNamed) { [last = CallsAtItsEnd(fake)] _, _ in _ = last }
      forget()
    }
    #expect(fake.invocationCount(of: \.take) >= 1)
  }

  @Test func theEndOfAnArgumentMayCallTheFake() throws {
    let fake = TokenFake()
    fake.when(\.take) { _ in }
    fake.when(\.takeNamed) { _, _ in }
    for forget in [fake.resetCalls, { fake.history = .countsOnly }] {
      try fake.handleCall(\.takeNamed, params: CallsAtItsEnd(fake))
      forget()
    }
    #expect(fake.invocationCount(of: \.take) == 2)
  }
}
