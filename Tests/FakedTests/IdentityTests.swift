import Faked
import Foundation
import Testing

private struct TokenFake: Faked {
  let instanceId = FakeInstance()
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private struct StringFake: Faked {
  let instanceId = UUID().description
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private struct NumberFake: Faked {
  let instanceId: Int
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private struct DoubleFake: Faked {
  let instanceId: Double
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private final class FinalFake: Faked {
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private class OpenFake: Faked {
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private final class SubFake: OpenFake {
  let put: FunctionID<(Int) -> Void, Throws> = "put"
  func put(_ value: Int) throws { try handleCall(\.put, value) }
}

private actor ActorFake: Faked {
  nonisolated let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

private actor TokenActorFake: Faked {
  nonisolated let instanceId = FakeInstance()
  nonisolated let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

@MainActor private final class MainActorFake: Faked {
  nonisolated let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

/// An identity whose `==` is user code that calls fakes, one of the same hash among them.
private struct Nosy: Hashable {
  let number: Int
  func hash(into hasher: inout Hasher) {}
  static func == (left: Nosy, right: Nosy) -> Bool {
    let other = NumberFake(instanceId: 4711)
    defer { other.tearDown() }
    other.when(\.getID) { 1 }
    return (try? other.get()) == 1 && left.number == right.number
  }
}

private struct NosyFake: Faked, Hashable {
  let instanceId: Nosy
  var label = ""
  let getID: FunctionID<() -> Int, Throws> = "get"
  func get() throws -> Int { try handleCall(\.getID) }
}

struct IdentityTests {
  @Test func twoTypesWithOneStringAreTwoFakes() throws {
    struct One: Faked {
      let instanceId = "IdentityTests.twoTypes"
      let get = "get"
    }
    struct Other: Faked {
      let instanceId = "IdentityTests.twoTypes"
      let get = "get"
    }
    let (one, other) = (One(), Other())
    defer {
      one.tearDown()
      other.tearDown()
    }
    one.when(\.get).thenReturn(1)
    other.when(\.get).thenReturn(2)
    #expect(try one.handleCall(\.get) == 1)
    #expect(try other.handleCall(\.get) == 2)
    #expect(one.invocationCount(of: \.get) == 1)
    one.tearDown()
    #expect(other.isStubbed(\.get))
  }

  @Test func theEqualityOfAnIdentityMayCallFakes() async throws {
    let fakes = (0..<4).map { NosyFake(instanceId: Nosy(number: $0)) }
    defer { for fake in fakes { fake.tearDown() } }
    await withTaskGroup(of: Void.self) { group in
      for fake in fakes { group.addTask { fake.when(\.getID) { fake.instanceId.number } } }
    }
    for fake in fakes { #expect(try fake.get() == fake.instanceId.number) }
  }

  @Test func equalFakesHaveEqualHashes() {
    let token = TokenFake()
    let fake = NosyFake(instanceId: Nosy(number: 1), label: "a")
    let copy = NosyFake(instanceId: Nosy(number: 1), label: "b")
    #expect(fake == copy)
    #expect(Set([fake, copy]).count == 1)
    #expect(token == token)
  }

  @Test func copiesOfAStructShareTheirIdentity() throws {
    let token = TokenFake()
    let string = StringFake()
    let tokenCopy = token
    let stringCopy = string
    tokenCopy.when(\.getID) { 1 }
    stringCopy.when(\.getID) { 2 }
    #expect(try token.get() == 1)
    #expect(try string.get() == 2)
    #expect(tokenCopy.invocationCount(of: \.getID) == 1)
    #expect(stringCopy.invocationCount(of: \.getID) == 1)
    #expect(token == tokenCopy)
    #expect(string == stringCopy)
    string.tearDown()
  }

  @Test func twoInstancesShareNothing() throws {
    let first = TokenFake()
    let second = TokenFake()
    first.when(\.getID) { 1 }
    second.when(\.getID) { 2 }
    #expect(try first.get() == 1)
    #expect(try second.get() == 2)
    #expect(first != second)
    #expect(FinalFake() != FinalFake())
    #expect(StringFake() != StringFake())
  }

  @Test func anyHashableValueIsAnIdentity() throws {
    let one = NumberFake(instanceId: 1)
    let two = NumberFake(instanceId: 2)
    one.when(\.getID) { 10 }
    two.when(\.getID) { 20 }
    #expect(try NumberFake(instanceId: 1).get() == 10)
    #expect(try two.get() == 20)
    one.tearDown()
    two.tearDown()
    #expect(throws: FakedError.self) { try one.get() }
    // Equal to nothing, so each look is another fake.
    #expect(throws: FakedError.self) { try DoubleFake(instanceId: .nan).get() }
  }

  @Test func aCopyThatWentThroughAnExistentialIsTheSameFake() throws {
    let fake = TokenFake()
    let erased: any Faked = fake
    fake.when(\.getID) { 3 }
    let back = try #require(erased as? TokenFake)
    #expect(back == fake)
    #expect(try back.get() == 3)
    erased.tearDown()
    #expect(throws: FakedError.self) { try fake.get() }
  }

  @Test func aClassNeedsNoIdentity() throws {
    let fake = FinalFake()
    fake.when(\.getID) { 4 }
    #expect(try fake.get() == 4)
    #expect(fake == fake)
  }

  @Test func aSubclassSharesWithItsSuperclass() throws {
    let fake = SubFake()
    fake.when(\.getID) { 5 }
    fake.when(\.put) { _ in }
    #expect(try (fake as OpenFake).get() == 5)
    try fake.put(6)
    #expect(fake.calls(to: \.put).map(\.arguments) == [6])
    #expect((fake as OpenFake).invocationCount(of: \.getID) == 1)
  }

  @Test func actorsNeedNoIdentityAndMayHaveOne() async throws {
    let plain = ActorFake()
    let token = TokenActorFake()
    plain.when(\.getID) { 6 }
    token.when(\.getID) { 7 }
    #expect(try await plain.get() == 6)
    #expect(try await token.get() == 7)
    #expect(plain.wasCalled(\.getID))
  }

  @MainActor @Test func mainActorClassesAreFakes() throws {
    let fake = MainActorFake()
    fake.when(\.getID) { 8 }
    #expect(try fake.get() == 8)
  }
}
