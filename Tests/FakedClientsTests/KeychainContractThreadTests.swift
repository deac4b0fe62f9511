import FakeableClients
import FakedClients
import Foundation
import Testing

extension KeychainContractTests {
  /// The part of the contract that is about many callers at once, and about histories.
  @Suite struct AtOnce {
    @Test(arguments: KeychainSide.available)
    func noWriteOfManyTasksIsLost(_ side: KeychainSide) async throws {
      try await side.withStorages { storages in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<64 {
            group.addTask {
              // Every fourth has a connection of its own.
              let storage = storages["\(number % 4)"]
              try storage.set(data: Data([UInt8(number)]), for: "key \(number)")
              #expect(try storage.data(for: "key \(number)") == Data([UInt8(number)]))
            }
          }
          try await group.waitForAll()
        }
        for number in 0..<64 {
          #expect(
            try storages["\(number % 4)"].data(for: "key \(number)") == Data([UInt8(number)]))
        }
      }
    }

    @Test(arguments: KeychainSide.available)
    func noWriteOfManyThreadsIsLost(_ side: KeychainSide) async throws {
      try await side.withStorage { storage in
        let failures = Captured<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 100) { number in
          do {
            try storage.set(data: Data([UInt8(number)]), for: "key \(number)")
            try storage.set(data: Data([UInt8(number)]), for: "shared")
            if number % 2 == 0 { try storage.removeData(for: "key \(number)") }
          } catch {
            failures.withValue { $0.append("\(number): \(error)") }
          }
        }
        #expect(failures.value == [])
        for number in 0..<100 {
          let expected = number % 2 == 0 ? nil : Data([UInt8(number)])
          #expect(try storage.data(for: "key \(number)") == expected)
        }
        let last = try #require(try storage.data(for: "shared"))
        #expect(last.count == 1 && last[0] < 100)
      }
    }

    @Test(
      .enabled(if: KeychainSide.available.contains(.system), "There is nothing to compare with."),
      arguments: 1...6 as ClosedRange<UInt64>)
    func fakeAndSystemAgreeOnEveryStepOfARandomHistory(_ seed: UInt64) async throws {
      var random = SplitMix(state: seed)
      let keys = (1...12).map { _ in random.pick(NastyKeys.all) }
      try await KeychainSide.fake.withStorage { fake in
        try await KeychainSide.system.withStorage { system in
          for step in 1...120 {
            let key = random.pick(keys)
            switch random.next(below: 20) {
            case 0:
              try fake.reset()
              try system.reset()
            case 1...4:
              try fake.removeData(for: key)
              try system.removeData(for: key)
            case 5...12:
              let value = Data(
                (0..<random.next(below: 50)).map { _ in UInt8(random.next(below: 256)) })
              try fake.set(data: value, for: key)
              try system.set(data: value, for: key)
            default: break
            }
            let expected = try fake.data(for: key)
            let found = try system.data(for: key)
            #expect(found == expected, "seed \(seed), step \(step), \(key.debugDescription)")
          }
        }
      }
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
