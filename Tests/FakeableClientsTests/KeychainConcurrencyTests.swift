import FakeableClients
import Foundation
import Testing

@Suite struct KeychainConcurrencyTests {
  @Test(arguments: Backing.allCases)
  func noWriteOfManyTasksIsLost(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          try await writer.set(int: number, for: "key \(number)")
          #expect(try await writer.int(for: "key \(number)") == number)
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<1_000 {
      #expect(try await reader.int(for: "key \(number)") == number)
    }
  }

  @Test func tasksThatFightForOneKeyLeaveCacheAndStorageAlike() async throws {
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          switch number % 5 {
          case 0:
            storage.fail(.write, number % 2 == 0 ? .before : .after)
            try? await keychain.set(int: number, for: "key")
          case 1: try? await keychain.removeData(for: "key")
          case 2: storage.heal()
          default: try? await keychain.set(int: number, for: "key")
          }
        }
      }
    }
    storage.heal()
    #expect(storage.calls.contains(.write("key")))
    #expect(try await keychain.data(for: "key") == storage["key"])
  }

  @Test func readsOfManyTasksAskTheStorageOnce() async throws {
    let storage = StorageDouble(["key": "text"])
    let keychain = Keychain(storage: storage)
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<500 { group.addTask { try await keychain.string(for: "key") } }
      for try await text in group { #expect(text == "text") }
    }
    #expect(storage.calls == [.read("key")])
  }
}
