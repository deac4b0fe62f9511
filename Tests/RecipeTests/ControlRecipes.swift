import Faked
import Testing

private struct Offline: Error {}

struct ControlRecipes {
  @Test func aRetryPolicyTriesAsOftenAsItSays() async throws {
    protocol Loader: Sendable { func load(_ key: String) async throws -> Int }
    struct FakeLoader: Loader, Faked {
      let instanceId = FakeInstance()
      let load: FunctionID<(String) -> Int, AsyncThrows> = "load"
      func load(_ key: String) async throws -> Int { try await handleCall(\.load, key) }
    }
    struct Retrying {
      let loader: any Loader
      let attempts: Int
      func load(_ key: String) async throws -> Int {
        for _ in 1..<attempts {
          if let value = try? await loader.load(key) { return value }
        }
        return try await loader.load(key)
      }
    }
    let loader = FakeLoader()
    loader.when(\.load).thenReturn(7).failFirst(2, with: Offline())
    #expect(try await Retrying(loader: loader, attempts: 3).load("a") == 7)
    #expect(loader.invocationCount(of: \.load) == 3)

    loader.when(\.load).thenReturn(7).failFirst(2, with: Offline())
    await #expect(throws: Offline.self) {
      try await Retrying(loader: loader, attempts: 2).load("a")
    }
    #expect(loader.invocationCount(of: \.load) == 5)
  }

  @Test func aSearchBoxWhoseStaleResultLoses() async throws {
    protocol Index: Sendable { func find(_ text: String) async throws -> [String] }
    struct FakeIndex: Index, Faked {
      let instanceId = FakeInstance()
      let find: FunctionID<(String) -> [String], AsyncThrows> = "find"
      func find(_ text: String) async throws -> [String] { try await handleCall(\.find, text) }
    }
    actor SearchBox {
      let index: any Index
      private(set) var results: [String] = []
      private var latest = 0
      init(index: any Index) { self.index = index }
      func type(_ text: String) async throws {
        latest += 1
        let number = latest
        let found = try await index.find(text)
        if number == latest { results = found }  // else a later question was asked meanwhile
      }
    }
    let index = FakeIndex()
    let box = SearchBox(index: index)
    let held = index.hold(\.find)
    async let first: Void = box.type("s")
    let slow = try await held.next()
    async let second: Void = box.type("swift")
    let fast = try await held.next()
    fast.resume(returning: ["Swift"])
    try await second
    slow.resume(returning: ["Scala", "Swift"])
    try await first
    #expect(await box.results == ["Swift"])
    #expect(index.maxConcurrentCalls(to: \.find) == 2)

    // The box as it is written first shows what came last, and the same steps say so.
    actor HastyBox {
      let index: any Index
      private(set) var results: [String] = []
      init(index: any Index) { self.index = index }
      func type(_ text: String) async throws { results = try await index.find(text) }
    }
    let hasty = HastyBox(index: index)
    async let third: Void = hasty.type("s")
    let late = try await held.next()
    async let fourth: Void = hasty.type("swift")
    try await held.next().resume(returning: ["Swift"])
    try await fourth
    late.resume(returning: ["Scala", "Swift"])
    try await third
    #expect(await hasty.results == ["Scala", "Swift"])
  }

  @Test func aCacheKeepsTheOldValueUntilTheNewOneIsWritten() async throws {
    protocol Disk: Sendable { func write(_ text: String) async throws }
    struct FakeDisk: Disk, Faked {
      let instanceId = FakeInstance()
      let write: FunctionID<(String) -> Void, AsyncThrows> = "write"
      func write(_ text: String) async throws { try await handleCall(\.write, text) }
    }
    actor Cache {
      let disk: any Disk
      private(set) var value: String?
      init(disk: any Disk) { self.disk = disk }
      func set(_ text: String) async throws {
        try await disk.write(text)
        value = text
      }
    }
    let disk = FakeDisk()
    let cache = Cache(disk: disk)
    disk.when(\.write).thenReturn()
    try await cache.set("old")

    let held = disk.hold(\.write)
    let writing = Task { try await cache.set("new") }
    let write = try await held.next()
    #expect(await cache.value == "old")
    write.resume(throwing: Offline())
    await #expect(throws: Offline.self) { try await writing.value }
    #expect(await cache.value == "old")

    // The cache that changes its value first loses the old one.
    actor HastyCache {
      let disk: any Disk
      private(set) var value: String? = "old"
      init(disk: any Disk) { self.disk = disk }
      func set(_ text: String) async throws {
        value = text
        try await disk.write(text)
      }
    }
    let hasty = HastyCache(disk: disk)
    disk.when(\.write).thenThrow(Offline())
    await #expect(throws: Offline.self) { try await hasty.set("new") }
    #expect(await hasty.value == "new")
  }
}
