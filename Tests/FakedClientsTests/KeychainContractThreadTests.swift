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
  }
}
