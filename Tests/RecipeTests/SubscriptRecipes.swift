import Faked
import Testing

struct SubscriptRecipes {
  @Test func aSubscriptIsAFunctionOfItsIndices() {
    protocol Board {
      subscript(row: Int, column: Int) -> Character { get }
    }
    struct FakeBoard: Board, Faked {
      let instanceId = FakeInstance()
      let square: FunctionID<(Int, Int) -> Character, Returns> = "subscript(row:column:)"
      subscript(row: Int, column: Int) -> Character { handleCall(\.square, row, column) }
    }
    let board = FakeBoard()
    board.when(\.square).thenReturn("-")
    board.when(\.square, with: 1, 2).thenReturn("x")
    #expect(board[1, 2] == "x")
    #expect(board[2, 1] == "-")

    #expect(board.calls(to: \.square).map(\.arguments.0) == [1, 2])
    #expect(board.calls(to: \.square).map(\.arguments.1) == [2, 1])
  }

  @Test func aSubscriptThatCanBeSetIsTwoFunctions() {
    protocol Cache {
      subscript(key: String) -> Int? { get set }
    }
    struct FakeCache: Cache, Faked {
      let instanceId = FakeInstance()
      let get: FunctionID<(String) -> Int?, Returns> = "subscript.get"
      let set: FunctionID<(String, Int?) -> Void, Returns> = "subscript.set"
      subscript(key: String) -> Int? {
        get { handleCall(\.get, key) }
        nonmutating set { handleCall(\.set, key, newValue, default: ()) }
      }
    }
    let cache = FakeCache()
    cache.when(\.get) { key in key == "a" ? 1 : nil }
    cache["b"] = cache["a"]
    cache["c"] = nil
    #expect(cache.calls(to: \.set).map(\.arguments.1) == [1, nil])

    #expect(cache.calls(to: \.set).map(\.arguments.0) == ["b", "c"])
    #expect(cache.invocationCount(of: \.get) == 1)
  }

  @Test func aGenericSubscriptTakesAndReturnsAny() {
    struct Key<Value> { let name: String }
    protocol Settings {
      subscript<Value>(key: Key<Value>) -> Value? { get set }
    }
    struct FakeSettings: Settings, Faked {
      let instanceId = FakeInstance()
      let get: FunctionID<(String) -> Any?, Returns> = "subscript.get"
      let set: FunctionID<(String, Any?) -> Void, Returns> = "subscript.set"
      subscript<Value>(key: Key<Value>) -> Value? {
        get { handleCall(\.get, key.name, as: Value?.self) }
        nonmutating set { handleCall(\.set, key.name, newValue, default: ()) }
      }
    }
    let settings = FakeSettings()
    settings.when(\.get).thenReturn(nil)
    settings.when(\.get, with: "size").thenReturn(12)
    #expect(settings[Key<Int>(name: "size")] == 12)

    #expect(settings[Key<String>(name: "font")] == nil)
    settings[Key<String>(name: "font")] = "Mono"
    settings[Key<Int>(name: "size")] = nil
    #expect(settings.calls(to: \.set).map { $0.arguments.1 as? String } == ["Mono", nil])
    #expect(settings.calls(to: \.get).map(\.arguments) == ["size", "font"])
  }

  @Test func aSubscriptMayThrowAndSuspend() async throws {
    protocol Archive {
      subscript(name: String) -> [UInt8] { get async throws }
    }
    struct FakeArchive: Archive, Faked {
      let instanceId = FakeInstance()
      let read: FunctionID<(String) -> [UInt8], AsyncThrows> = "subscript(name:)"
      subscript(name: String) -> [UInt8] {
        get async throws { try await handleCall(\.read, name) }
      }
    }
    let archive = FakeArchive()
    archive.when(\.read) { name in
      await Task.yield()
      return Array(name.utf8)
    }
    #expect(try await archive["ab"] == [97, 98])

    archive.when(\.read).thenThrow(CancellationError())
    await #expect(throws: CancellationError.self) { try await archive["c"] }
    #expect(archive.calls(to: \.read).map(\.arguments) == ["ab", "c"])
  }
}
