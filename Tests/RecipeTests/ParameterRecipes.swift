import Faked
import Testing

private enum StoreError: Error, Equatable { case full, locked }

struct ParameterRecipes {
  @Test func anInoutParameterIsHandedOverAndReturned() {
    protocol Counter {
      func increment(_ number: inout Int, by step: Int) -> Bool
    }
    struct FakeCounter: Counter, Faked {
      let instanceId = FakeInstance()
      let increment: FunctionID<(Int, Int) -> (Int, Bool), Returns> = "increment(_:by:)"
      func increment(_ number: inout Int, by step: Int) -> Bool {
        let (changed, result) = handleCall(\.increment, number, step)
        number = changed
        return result
      }
    }
    let counter = FakeCounter()
    counter.when(\.increment) { number, step in (number + step, true) }
    var number = 1
    #expect(counter.increment(&number, by: 2))
    #expect(number == 3)

    counter.when(\.increment).thenReturn((0, false))
    #expect(!counter.increment(&number, by: 5))
    #expect(number == 0)
    #expect(counter.calls(to: \.increment).map(\.arguments.0) == [1, 3])
  }

  @Test func variadicArgumentsAreOneArray() {
    protocol Log {
      func log(_ items: Any..., separator: String)
      func tag(_ names: String...)
    }
    struct FakeLog: Log, Faked {
      let instanceId = FakeInstance()
      let log: FunctionID<([Any], String) -> Void, Returns> = "log(_:separator:)"
      let tag: FunctionID<([String]) -> Void, Returns> = "tag(_:)"
      func log(_ items: Any..., separator: String) {
        handleCall(\.log, items, separator, default: ())
      }
      func tag(_ names: String...) { handleCall(\.tag, names) }
    }
    let log = FakeLog()
    log.when(\.tag, with: ["a", "b"]).thenReturn()
    log.tag("a", "b")
    log.log(1, "two", separator: " ")
    #expect(log.calls(to: \.log)[0].arguments.0.count == 2)

    #expect(log.calls(to: \.tag).map(\.arguments) == [["a", "b"]])
    #expect(log.calls(to: \.log)[0].arguments.1 == " ")
  }

  @Test func ownershipEndsAtTheCall() {
    struct Letter: Equatable { var text: String }
    protocol Post {
      func send(_ letter: consuming Letter) -> Int
      func weigh(_ letter: borrowing Letter) -> Int
    }
    struct FakePost: Post, Faked {
      let instanceId = FakeInstance()
      let send: FunctionID<(Letter) -> Int, Returns> = "send"
      let weigh: FunctionID<(Letter) -> Int, Returns> = "weigh"
      func send(_ letter: consuming Letter) -> Int { handleCall(\.send, letter) }
      func weigh(_ letter: borrowing Letter) -> Int { handleCall(\.weigh, copy letter) }
    }
    let post = FakePost()
    post.when(\.weigh) { letter in letter.text.count }
    post.when(\.send, with: Letter(text: "hi")).thenReturn(1)
    #expect(post.weigh(Letter(text: "hello")) == 5)

    #expect(post.send(Letter(text: "hi")) == 1)
    #expect(post.calls(to: \.send).map(\.arguments.text) == ["hi"])
    #expect(post.invocationCount(of: \.weigh) == 1)
  }

  @Test func aNoncopyableValueIsHandedOverByWhatItHolds() throws {
    struct File: ~Copyable { let descriptor: Int }
    protocol Disk {
      func open(_ path: String) throws -> File
      func close(_ file: consuming File)
    }
    struct FakeDisk: Disk, Faked {
      let instanceId = FakeInstance()
      let open: FunctionID<(String) -> Int, Throws> = "open"
      let close: FunctionID<(Int) -> Void, Returns> = "close"
      func open(_ path: String) throws -> File { File(descriptor: try handleCall(\.open, path)) }
      func close(_ file: consuming File) { handleCall(\.close, file.descriptor, default: ()) }
    }
    let disk = FakeDisk()
    disk.when(\.open).thenReturn(7)
    disk.close(try disk.open("/tmp/a"))
    #expect(disk.calls(to: \.close).map(\.arguments) == [7])

    #expect(disk.calls(to: \.open).map(\.arguments) == ["/tmp/a"])
  }

  @Test func typedThrowsAreCheckedByTheCompiler() {
    protocol Store {
      func put(_ key: String) throws(StoreError) -> Int
    }
    struct FakeStore: Store, Faked {
      let instanceId = FakeInstance()
      let put: FunctionID<(String) -> Int, ThrowsOnly<StoreError>> = "put"
      func put(_ key: String) throws(StoreError) -> Int { try handleCall(\.put, key) }
    }
    let store = FakeStore()
    store.when(\.put) { key throws(StoreError) in
      if key.isEmpty { throw .locked }
      return key.count
    }
    store.when(\.put, with: "big").thenThrow(.full)
    #expect(throws: StoreError.locked) { try store.put("") }
    #expect(throws: StoreError.full) { try store.put("big") }

    do throws(StoreError) {
      let size = try store.put("abc")
      #expect(size == 3)
    } catch {
      Issue.record("nothing to throw, was \(error)")
    }
    #expect(store.calls(to: \.put).map(\.arguments) == ["", "big", "abc"])
  }

  @Test func overloadsHaveAnIDAndANameEach() throws {
    protocol Settings {
      func set(_ value: Int, for key: String) throws
      func set(_ value: String, for key: String) throws
      func set(_ value: String, at index: String) throws
    }
    struct FakeSettings: Settings, Faked {
      let instanceId = FakeInstance()
      let setInt: FunctionID<(Int, String) -> Void, Throws> = "set(Int, for:)"
      let setText: FunctionID<(String, String) -> Void, Throws> = "set(String, for:)"
      let setAt: FunctionID<(String, String) -> Void, Throws> = "set(_:at:)"
      func set(_ value: Int, for key: String) throws { try handleCall(\.setInt, value, key) }
      func set(_ value: String, for key: String) throws { try handleCall(\.setText, value, key) }
      func set(_ value: String, at index: String) throws { try handleCall(\.setAt, value, index) }
    }
    let settings = FakeSettings()
    settings.when(\.setInt).thenReturn()
    settings.when(\.setText).thenReturn()
    settings.when(\.setAt).thenThrow(StoreError.locked)

    try settings.set(1, for: "a")
    try settings.set("one", for: "b")
    #expect(throws: StoreError.locked) { try settings.set("one", at: "c") }
    #expect(settings.calls(to: \.setInt).map(\.arguments.0) == [1])
    #expect(settings.calls(to: \.setText).map(\.arguments.1) == ["b"])
    #expect(settings.invocationCount(of: \.setAt) == 1)
  }
}
