import Faked
import Testing

struct InheritanceRecipes {
  @Test func aFakeMeetsInheritedRequirementsToo() throws {
    protocol Reader { func read(_ key: String) throws -> Int }
    protocol Writer { func write(_ key: String, _ value: Int) throws }
    protocol Store: Reader, Writer {}
    struct FakeStore: Store, Faked {
      let instanceId = FakeInstance()
      let read: FunctionID<(String) -> Int, Throws> = "read"
      let write: FunctionID<(String, Int) -> Void, Throws> = "write"
      func read(_ key: String) throws -> Int { try handleCall(\.read, key) }
      func write(_ key: String, _ value: Int) throws { try handleCall(\.write, key, value) }
    }
    let store = FakeStore()
    store.when(\.read) { key in key.count }
    store.when(\.write).thenReturn()

    func copy(_ store: any Store) throws { try store.write("b", store.read("aaa")) }
    try copy(store)
    #expect(store.calls(to: \.write).map(\.arguments.1) == [3])
    #expect(store.allCalls.map(\.function) == ["read", "write"])
  }

  @Test func aSubclassOverridesAndFallsBackToItsSuperclass() {
    class Player {
      func play(_ song: String, times: Int = 1) -> Int { song.count * times }
    }
    final class FakePlayer: Player, Faked {
      let play: FunctionID<(String, Int) -> Int, Returns> = "play(_:times:)"
      override func play(_ song: String, times: Int = 1) -> Int {
        handleCall(\.play, song, times, default: super.play(song, times: times))
      }
    }
    let player = FakePlayer()
    player.when(\.play, with: "solo", 1).thenReturn(99)
    #expect(player.play("solo") == 99)
    #expect(player.play("duet", times: 2) == 8)

    #expect((player as Player).play("solo") == 99)
    #expect(player.calls(to: \.play).map(\.arguments.1) == [1, 2, 1])
  }

  @Test func aResultOfTypeSelfNamesTheFake() {
    protocol Query {
      func filter(_ text: String) -> Self
      func count() -> Int
    }
    struct FakeQuery: Query, Faked {
      let instanceId = FakeInstance()
      let filter: FunctionID<(String) -> FakeQuery, Returns> = "filter"
      let countID: FunctionID<() -> Int, Returns> = "count"
      func filter(_ text: String) -> Self { handleCall(\.filter, text, default: self) }
      func count() -> Int { handleCall(\.countID) }
    }
    let query = FakeQuery()
    query.when(\.countID).thenReturn(3)
    #expect(query.filter("a").filter("b").count() == 3)
    #expect(query.calls(to: \.filter).map(\.arguments) == ["a", "b"])

    let other = FakeQuery()
    query.when(\.filter, with: "other").thenReturn(other)
    #expect(query.filter("other") == other)
  }

  @Test func aFinalClassReturnsSelfToo() {
    protocol Node: AnyObject { func copy() -> Self }
    final class FakeNode: Node, Faked {
      let copyID: FunctionID<() -> FakeNode, Returns> = "copy"
      func copy() -> FakeNode { handleCall(\.copyID) }
    }
    let (node, twin) = (FakeNode(), FakeNode())
    node.when(\.copyID).thenReturn(twin)
    #expect(node.copy() === twin)

    #expect(node.invocationCount(of: \.copyID) == 1)
    #expect(twin.invocationCount(of: \.copyID) == 0)
  }

  @Test func aClassThatIsNotFinalReturnsSelfThroughItsOwnType() {
    protocol Node: AnyObject { func copy() -> Self }
    class FakeNode: Node, Faked {
      let copyID: FunctionID<() -> FakeNode, Returns> = "copy"
      func copy() -> Self {
        let node: FakeNode = self
        return node.handleCall(\.copyID, as: Self.self)
      }
    }
    final class FakeLeaf: FakeNode {}
    let (leaf, twin) = (FakeLeaf(), FakeLeaf())
    leaf.when(\.copyID).thenReturn(twin)
    #expect(leaf.copy() === twin)

    #expect((leaf as FakeNode).copy() === twin)
    #expect(leaf.invocationCount(of: \.copyID) == 2)
  }
}

// An extension cannot be inside a function.
protocol Fetcher {
  func fetch(_ path: String, retries: Int) throws -> String
}
extension Fetcher {
  func fetch(_ path: String) throws -> String { try fetch(path, retries: 3) }
}
struct FakeFetcher: Fetcher, Faked {
  let instanceId = FakeInstance()
  let fetch: FunctionID<(String, Int) -> String, Throws> = "fetch(_:retries:)"
  func fetch(_ path: String, retries: Int) throws -> String {
    try handleCall(\.fetch, path, retries)
  }
}

struct DefaultArgumentRecipes {
  @Test func aDefaultArgumentArrivesFilledIn() throws {
    let fetcher = FakeFetcher()
    fetcher.when(\.fetch) { path, retries in "\(path) \(retries)" }
    #expect(try fetcher.fetch("/a") == "/a 3")
    #expect(try fetcher.fetch("/b", retries: 0) == "/b 0")
    #expect(fetcher.calls(to: \.fetch).map(\.arguments.1) == [3, 0])
  }
}
