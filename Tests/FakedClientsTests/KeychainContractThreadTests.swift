import FakedClients
import Foundation
import Testing

extension KeychainContractTests {
  /// The part of the contract that covers concurrent callers and sequences of operations.
  @Suite struct AtOnce {
    @Test(arguments: KeychainSide.available)
    func writesFromManyThreadsAreNotLost(_ side: KeychainSide) async throws {
      try await side.withStorages { storages in
        // Every second thread has its own connection.
        let both = [storages["shared"], storages["shared"]]
        let storage = both[0]
        let failures = Captured<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 100) { number in
          let storage = both[number % 2]
          do {
            try storage.set(data: Data([UInt8(number)]), for: "key \(number)")
            try storage.set(data: Data([UInt8(number)]), for: "shared")
            if number % 3 == 0 { try storage.removeData(for: "key \(number)") }
          } catch {
            failures.withValue { $0.append("\(number): \(error)") }
          }
        }
        #expect(failures.value == [])
        for number in 0..<100 {
          let expected = number % 3 == 0 ? nil : Data([UInt8(number)])
          #expect(try storage.data(for: "key \(number)") == expected)
        }
        let last = try #require(try storage.data(for: "shared"))
        #expect(last.count == 1 && last[0] < 100)
      }
    }

    @Test(
      .enabled(if: KeychainSide.available.contains(.system), "There is nothing to compare with."),
      arguments: 1...6 as ClosedRange<UInt64>)
    func theFakeMatchesTheSystemForRandomOperations(_ seed: UInt64) async throws {
      var random = SeededNumbers(seed: seed)
      let keys = (1...12).map { _ in NastyKeys.all.randomElement(using: &random)! }
      try await KeychainSide.fake.withStorage { fake in
        try await KeychainSide.system.withStorage { system in
          for step in 1...120 {
            let key = keys.randomElement(using: &random)!
            switch random.next() % 20 {
            case 0:
              try fake.reset()
              try system.reset()
            case 1...4:
              try fake.removeData(for: key)
              try system.removeData(for: key)
            case 5...12:
              let value = Data(
                (0..<random.next() % 50).map { _ in UInt8.random(in: 0...255, using: &random) })
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
