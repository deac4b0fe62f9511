import Faked
import Foundation
import TestSupport
import Testing

private actor ActorFake: Faked {
  nonisolated let loadID: FunctionID<() -> Int, Throws> = "load"
  func load() throws -> Int { try handleCall(\.loadID) }
}

private actor TokenActorFake: Faked {
  nonisolated let instanceId = FakeInstance()
  nonisolated let loadID: FunctionID<() -> Int, Throws> = "load"
  func load() throws -> Int { try handleCall(\.loadID) }
}

@MainActor private final class MainActorFake: Faked {
  nonisolated let loadID: FunctionID<() -> Int, Throws> = "load"
  func load() throws -> Int { try handleCall(\.loadID) }
}

/// An identity whose `==` calls fakes, including a fake whose identity has the same hash.
private struct Nosy: Hashable {
  let number: Int
  func hash(into hasher: inout Hasher) {}
  static func == (left: Nosy, right: Nosy) -> Bool {
    let other = KeyedFake(instanceId: 4711)
    defer { other.tearDown() }
    other.when(\.load) { $0 }
    return (try? other.load(1)) == 1 && left.number == right.number
  }
}

struct IdentityTests {
  @Test func typesWithEqualStringIdentitiesAreDistinct() throws {
    struct Other: Faked {
      let instanceId = "IdentityTests.twoTypes"
      let send = "send"
    }
    let (one, other) = (KeyedFake(instanceId: "IdentityTests.twoTypes"), Other())
    defer {
      one.tearDown()
      other.tearDown()
    }
    one.when(\.send).thenReturn(1)
    other.when(\.send).thenReturn(2)
    #expect(try one.handleCall(\.send) == 1)
    #expect(try other.handleCall(\.send) == 2)
    #expect(one.invocationCount(of: \.send) == 1)
    one.tearDown()
    #expect(other.isStubbed(\.send))
  }

  @Test func theEqualityOfAnIdentityMayCallFakes() async throws {
    let fakes = (0..<4).map { KeyedFake(instanceId: Nosy(number: $0)) }
    defer { for fake in fakes { fake.tearDown() } }
    await withTaskGroup(of: Void.self) { group in
      for fake in fakes { group.addTask { fake.when(\.load) { $0 + fake.instanceId.number } } }
    }
    #expect(try fakes.map { try $0.load(10) } == [10, 11, 12, 13])
  }

  @Test func onlyCopiesShareState() throws {
    func check<ID>(_ one: KeyedFake<ID>, _ copy: KeyedFake<ID>, _ other: KeyedFake<ID>) throws {
      copy.when(\.load) { $0 }
      other.when(\.load) { $0 * 10 }
      let results: [Int] = try [one.load(1), other.load(1)]
      #expect(results == [1, 10])
      #expect(copy.invocationCount(of: \.load) == 1)
      #expect(one == copy)
      #expect(one != other)
      let erased: any Faked = one
      #expect(erased as? KeyedFake<ID> == copy)
      erased.tearDown()
      #expect(throws: FakedError.self) { try copy.load(1) }
      #expect(other.isStubbed(\.load))
      for fake in [one, other] { fake.tearDown() }
    }
    let token = KeyedFake()
    try check(token, token, KeyedFake())
    let string = KeyedFake(instanceId: UUID().description)
    try check(string, string, KeyedFake(instanceId: UUID().description))
    try check(KeyedFake(instanceId: 1), KeyedFake(instanceId: 1), KeyedFake(instanceId: 2))
  }

  @MainActor @Test func anIdentityIsOptionalForActorsAndMainActorClasses() async throws {
    let (plain, token, main) = (ActorFake(), TokenActorFake(), MainActorFake())
    plain.when(\.loadID) { 6 }
    token.when(\.loadID) { 7 }
    main.when(\.loadID) { 8 }
    let results: [Int] = try await [plain.load(), token.load()]
    #expect(results == [6, 7])
    #expect(try main.load() == 8)
    #expect(plain.wasCalled(\.loadID))
  }
}
