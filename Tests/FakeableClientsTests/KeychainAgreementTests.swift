import FakeableClients
import Foundation
import Testing

/// Long random histories of changes and failures, against the one rule: when the storage can be
/// read, the keychain says what the storage says; when it cannot, it says what was last known.
@Suite struct KeychainAgreementTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func keychainAndStorageNeverDisagree(_ seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    var known: [String: Data] = [:]
    for step in 1...300 {
      for operation in StorageDouble.Operation.allCases where random.next(below: 4) == 0 {
        storage.fail(operation, random.pick(StorageDouble.Moment.allCases))
      }
      let key = random.pick(["", "a", "b", "c"])
      let value = Data("\(step)".utf8)
      switch random.next(below: 8) {
      case 0..<5:
        let isSet = await succeeds { try await keychain.set(data: value, for: key) }
        if isSet { known[key] = value }
      case 5..<7:
        let isRemoved = await succeeds { try await keychain.removeData(for: key) }
        if isRemoved { known[key] = nil }
      default:
        let isReset = await succeeds { try await keychain.reset() }
        if isReset { known = [:] }
      }
      storage.heal()
      if random.next(below: 2) == 0 {
        storage.fail(.read)
        let read = try? await keychain.data(for: key)
        #expect(read == known[key], "seed \(seed), step \(step), key \(key), unreadable storage")
        storage.heal()
      } else {
        let read = try await keychain.data(for: key)
        #expect(read == storage[key], "seed \(seed), step \(step), key \(key)")
        known[key] = read
      }
    }
  }

  private func succeeds(_ act: () async throws -> Void) async -> Bool {
    do {
      try await act()
      return true
    } catch {
      return false
    }
  }
}

/// A small generator with a seed, so that a failure can be repeated.
private struct SplitMix {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }
}
