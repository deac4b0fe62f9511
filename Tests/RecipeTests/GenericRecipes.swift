import Faked
import Testing

struct GenericRecipes {
  @Test func aGenericParameterIsRecordedAsItsProtocol() {
    protocol Log {
      func write<Value: CustomStringConvertible>(_ value: Value, level: Int)
    }
    struct FakeLog: Log, Faked {
      let instanceId = FakeInstance()
      let write: FunctionID<(any CustomStringConvertible, Int) -> Void, Returns> = "write(_:level:)"
      func write<Value: CustomStringConvertible>(_ value: Value, level: Int) {
        handleCall(\.write, value, level, default: ())
      }
    }
    let log = FakeLog()
    let numbers = Captured<[any CustomStringConvertible]>([])
    log.when(\.write, matching: .all(.type(Int.self), .capture(into: numbers)), .any).thenReturn()
    log.write("text", level: 1)
    log.write(42, level: 2)
    #expect(numbers.value.map(\.description) == ["42"])

    #expect(log.calls(to: \.write).map(\.arguments.0.description) == ["text", "42"])
    #expect(log.calls(to: \.write).map(\.arguments.1) == [1, 2])
  }

  @Test func aGenericResultIsReturnedAsWhatTheCallerWants() throws {
    protocol Storage {
      func load<Value: Decodable>(_ key: String) throws -> Value
    }
    struct FakeStorage: Storage, Faked {
      let instanceId = FakeInstance()
      let load: FunctionID<(String) -> any Decodable, Throws> = "load"
      func load<Value: Decodable>(_ key: String) throws -> Value {
        try handleCall(\.load, key, as: Value.self)
      }
    }
    let storage = FakeStorage()
    storage.when(\.load, with: "age").thenReturn(41)
    storage.when(\.load, with: "name").thenReturn("Ada")
    #expect(try storage.load("age") == 41)
    #expect(try storage.load("name") == "Ada")

    #expect(throws: FakedError.self) { try storage.load("age") as String }
    #expect(storage.calls(to: \.load).map(\.arguments) == ["age", "name", "age"])
  }

  @Test func aStringIDServesAnyParametersAndAnyResult() throws {
    protocol Client {
      func send<Body: Encodable, Answer: Decodable>(_ body: Body) throws -> Answer
    }
    struct FakeClient: Client, Faked {
      let instanceId = FakeInstance()
      let send = "send"
      func send<Body: Encodable, Answer: Decodable>(_ body: Body) throws -> Answer {
        try handleCall(\.send, params: body)
      }
    }
    let client = FakeClient()
    client.when(\.send) { invocationCount, params in
      let text: String = try params[0].unwrap()
      return text.count + invocationCount
    }
    #expect(try client.send("abc") == 4)

    client.when(\.send, matching: .type(Int.self)).thenReturn("number")
    #expect(try client.send(7) == "number")
    #expect(throws: FakedError.self) { try client.send("abc") as String }
    #expect(client.invocationCount(of: \.send) == 3)
  }

  @Test func anAssociatedTypeIsAParameterOfTheFake() throws {
    protocol Store<Item> {
      associatedtype Item
      func add(_ item: Item) throws
      func all() throws -> [Item]
    }
    struct FakeStore<Item>: Store, Faked {
      let instanceId = FakeInstance()
      let add: FunctionID<(Item) -> Void, Throws> = "add"
      let allID: FunctionID<() -> [Item], Throws> = "all"
      func add(_ item: Item) throws { try handleCall(\.add, item) }
      func all() throws -> [Item] { try handleCall(\.allID) }
    }
    let store = FakeStore<Int>()
    store.when(\.add).thenReturn()
    store.when(\.allID) { store.calls(to: \.add).map(\.arguments) }

    func fill(_ store: some Store<Int>) throws -> [Int] {
      for item in 1...3 { try store.add(item) }
      return try store.all()
    }
    #expect(try fill(store) == [1, 2, 3])
    #expect(store.invocationCount(of: \.add) == 3)
    store.tearDown()
  }

  @Test func anOpaqueTypeIsNamedOnlyByTheID() {
    protocol Feed {
      associatedtype Items: Sequence<Int>
      func items() -> Items
      func mark(_ ids: some Sequence<Int>)
    }
    struct FakeFeed: Feed, Faked {
      let instanceId = FakeInstance()
      let itemsID: FunctionID<() -> [Int], Returns> = "items"
      let mark: FunctionID<([Int]) -> Void, Returns> = "mark"
      func items() -> some Sequence<Int> { handleCall(\.itemsID) }
      func mark(_ ids: some Sequence<Int>) { handleCall(\.mark, Array(ids), default: ()) }
    }
    let feed = FakeFeed()
    feed.when(\.itemsID).thenReturn([1, 2])
    feed.mark(feed.items())
    #expect(feed.calls(to: \.mark).map(\.arguments) == [[1, 2]])

    #expect(feed.invocationCount(of: \.itemsID) == 1)
  }

  @Test func anExistentialIsAnArgumentLikeAnyOther() {
    protocol Shape { var sides: Int { get } }
    struct Square: Shape { let sides = 4 }
    protocol Canvas {
      func draw(_ shape: any Shape) -> (any Shape)?
    }
    struct FakeCanvas: Canvas, Faked {
      let instanceId = FakeInstance()
      let draw: FunctionID<(any Shape) -> (any Shape)?, Returns> = "draw"
      func draw(_ shape: any Shape) -> (any Shape)? { handleCall(\.draw, shape) }
    }
    let canvas = FakeCanvas()
    canvas.when(\.draw).thenReturn(nil)
    canvas.when(\.draw, matching: .keyPath(\.sides, .equal(4))).then { square in square }
    #expect(canvas.draw(Square()) is Square)

    struct Circle: Shape { let sides = 0 }
    #expect(canvas.draw(Circle()) == nil)
    #expect(canvas.calls(to: \.draw).map(\.arguments.sides) == [4, 0])
  }
}
