import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

@Suite struct FakeKeychainStorageTests {
  private let storage = FakeKeychainStorage()
  private let old = Data("old".utf8)
  private let new = Data("new".utf8)

  // MARK: Unstubbed

  @Test func unstubbedItStoresInMemory() throws {
    #expect(try storage.data(for: "key") == nil)
    try storage.set(data: old, for: "key")
    try storage.set(data: old, for: "other")
    try storage.set(data: new, for: "key")
    #expect(try storage.data(for: "key") == new)
    try storage.removeData(for: "key")
    try storage.removeData(for: "missing")
    #expect(try storage.data(for: "key") == nil)
    #expect(try storage.data(for: "other") == old)
    try storage.reset()
    #expect(try storage.data(for: "other") == nil)
    #expect(storage.items.count == 0)
  }

  @Test func keysAreToldApartByteByByte() throws {
    try storage.set(data: old, for: "caf\u{E9}")
    try storage.set(data: new, for: "cafe\u{301}")
    #expect(try storage.data(for: "caf\u{E9}") == old)
    try storage.removeData(for: "caf\u{E9}")
    #expect(try storage.data(for: "caf\u{E9}") == nil)
    #expect(try storage.data(for: "cafe\u{301}") == new)
  }

  @Test func theEmptyKeyAndNoBytesAreStored() throws {
    try storage.set(data: Data(), for: "")
    #expect(try storage.data(for: "") == Data())
  }

  @Test func aSliceComesBackWithIndicesFromZero() throws {
    try storage.set(data: Data("xxnew".utf8).dropFirst(2), for: "key")
    let data = try #require(try storage.data(for: "key"))
    #expect(data == new)
    #expect(data.startIndex == 0)
  }

  // MARK: Stubbed

  @Test func eachFunctionFailsAsStubbedAndTheOthersWork() throws {
    try storage.set(data: old, for: "key")
    storage.when(\.set) { _, _ in throw Refused() }
    storage.when(\.removeData) { _ in throw Refused() }
    storage.when(\.resetID) { throw Refused() }
    #expect(throws: Refused()) { try storage.set(data: new, for: "key") }
    #expect(throws: Refused()) { try storage.removeData(for: "key") }
    #expect(throws: Refused()) { try storage.reset() }
    #expect(try storage.data(for: "key") == old)
    storage.when(\.data) { _ in throw Refused() }
    #expect(throws: Refused()) { try storage.data(for: "key") }
    #expect(storage.items.data(for: "key") == old)
  }

  @Test func aStubbedReadStandsInPlaceOfTheMemory() throws {
    try storage.set(data: old, for: "key")
    storage.when(\.data) { key in Data(key.utf8) }
    #expect(try storage.data(for: "key") == Data("key".utf8))
    storage.resetBehaviors(of: \.data)
    #expect(try storage.data(for: "key") == old)
  }

  @Test func aBehaviorCanFailWithItsWorkDone() throws {
    storage.when(\.set).then { [items = storage.items] invocationCount, call in
      items.set(data: call.0, for: call.1)
      if invocationCount == 2 { throw Refused() }
    }
    try storage.set(data: old, for: "key")
    #expect(throws: Refused()) { try storage.set(data: new, for: "key") }
    #expect(try storage.data(for: "key") == new)
  }

  // MARK: Calls

  @Test func callsKeepTheTypedArguments() throws {
    try storage.set(data: old, for: "a")
    try storage.set(data: new, for: "b")
    try storage.removeData(for: "a")
    #expect(storage.calls(to: \.set).map(\.arguments.0) == [old, new])
    #expect(storage.calls(to: \.set).map(\.arguments.1) == ["a", "b"])
    #expect(storage.calls(to: \.removeData).map(\.arguments) == ["a"])
    #expect(storage.invocationCount(of: \.set) == 2)
    #expect(!storage.wasCalled(\.data))
    #expect(!storage.wasCalled(\.resetID))
  }

  @Test func theMemoryIsUsedWithoutACall() {
    storage.items.set(data: old, for: "key")
    #expect(storage.items.data(for: "key") == old)
    storage.items.removeData(for: "key")
    storage.items.reset()
    #expect(storage.items.count == 0)
    #expect(!storage.wasCalled(\.set))
    #expect(!storage.wasCalled(\.data))
    #expect(!storage.wasCalled(\.removeData))
    #expect(!storage.wasCalled(\.resetID))
  }

  @Test func unstubbedCallsFromManyThreadsAreAllStored() {
    let storage = storage
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      try? storage.set(data: Data([1]), for: "\(index)")
    }
    #expect(storage.items.count == 400)
    #expect(storage.invocationCount(of: \.set) == 400)
  }

  // MARK: Identity

  @Test func twoStoragesShareNothing() throws {
    let other = FakeKeychainStorage()
    try storage.set(data: old, for: "key")
    storage.when(\.removeData) { _ in throw Refused() }
    #expect(try other.data(for: "key") == nil)
    try other.removeData(for: "key")
    #expect(!other.wasCalled(\.set))
    #expect(storage != other)
  }

  @Test func copiesShareMemoryStubsAndCalls() throws {
    let copy = storage
    try copy.set(data: old, for: "key")
    copy.when(\.resetID) { throw Refused() }
    #expect(try storage.data(for: "key") == old)
    #expect(throws: Refused()) { try storage.reset() }
    #expect(storage.invocationCount(of: \.set) == 1)
    #expect(storage == copy)
  }

  @Test func whatABehaviorCapturedGoesWithTheFake() throws {
    final class Probe {}
    weak var probe: Probe?
    do {
      let storage = FakeKeychainStorage()
      let captured = Probe()
      probe = captured
      storage.when(\.data) { [items = storage.items] key in
        withExtendedLifetime(captured) { items.data(for: key) }
      }
      #expect(try storage.data(for: "key") == nil)
      #expect(probe != nil)
    }
    #expect(probe == nil)
  }

  @Test func tearDownKeepsWhatIsStored() throws {
    try storage.set(data: old, for: "key")
    storage.when(\.data) { _ in throw Refused() }
    storage.tearDown()
    #expect(!storage.wasCalled(\.set))
    #expect(try storage.data(for: "key") == old)
  }
}
