import Faked
import Testing

@Suite struct PropertyWrapperTests {
  @Test(arguments: [
    "stored", "boxed", "stacked", "optional", "generic", "guarded", "published", "delayed",
    "trimmed", "projecting",
  ])
  func aWrappedPropertyHasTheNameAndValueThatTheAuthorWrote(name: String) {
    let props = FakeWrapped().props()
    #expect(props[name] as? Int == 5)
    #expect(!props.keys.contains("_" + name))
  }

  @Test func aWrapperThatHidesItsValueStandsForIt() throws {
    let hidden = try #require(FakeWrapped().props()["hidden"])
    #expect(hidden is Hidden)
  }

  @Test func aNilInAWrapperIsNil() throws {
    #expect(try #require(FakeWrapped().props()["empty"]) == nil)
  }

  @Test(arguments: [
    "_count", "_name", "_user", "_token", "_date", "_state", "_maybe", "_items", "_both",
    "_reversed",
  ])
  func aPlainPropertyKeepsItsUnderscore(name: String) {
    let props = FakePlain().props()
    #expect(props.keys.contains(name))
    #expect(props.count == 12)
  }

  @Test func aPlainNameIsNotTakenByAWrapperLikeOne() {
    let props = FakePlain().props()
    #expect(props["both"] as? Int == 1)
    #expect(props["_both"] is Stored<Int>)
  }

  @Test func theStoredNameLeadsToTheWrapperItself() throws {
    try FakeWrapped().assertProp("stored", expectedValue: 5)
    try FakeWrapped().assertProp("_stored.wrappedValue", expectedValue: 5)
    try FakeWrapped().assertProp("_trimmed", expectedValue: Trimmed(wrappedValue: 5) as Any)
  }

  @Test func whatElseAWrapperStoresIsComparedToo() throws {
    struct Settings {
      @Limited var level: Int
    }
    struct FakeDevice: Faked {
      let instanceId = "device"
      let settings = Settings(level: Limited(wrappedValue: 5, limit: 9))
    }
    func settings(_ level: Int, _ limit: Int) -> Any {
      Settings(level: Limited(wrappedValue: level, limit: limit))
    }
    let fake = FakeDevice()
    try fake.assertProp("settings", expectedValue: settings(5, 9))
    let level = "FakeDevice.settings.level: expected 4, was 5."
    #expect(throws: FakedError.assertionFailed(level)) {
      try fake.assertProp("settings", expectedValue: settings(4, 9))
    }
    let limit = "FakeDevice.settings._level.limit: expected 8, was 9."
    #expect(throws: FakedError.assertionFailed(limit)) {
      try fake.assertProp("settings", expectedValue: settings(5, 8))
    }
  }
}

// MARK: - Wrappers, one for each way to keep a value

@propertyWrapper private struct Stored<Value> {
  var wrappedValue: Value
}

@propertyWrapper private final class Boxed<Value> {
  lazy var wrappedValue: Value = start
  private let start: Value
  init(wrappedValue: Value) {
    start = wrappedValue
    _ = self.wrappedValue
  }
}

@propertyWrapper private struct Generic<Value> {
  private var anything: Value
  init(wrappedValue: Value) { anything = wrappedValue }
  var wrappedValue: Value { anything }
}

@propertyWrapper private struct Guarded<Value> {
  private var _value: Value
  private let bounds = 1...9
  init(wrappedValue: Value) { _value = wrappedValue }
  var wrappedValue: Value { _value }
}

@propertyWrapper private struct Limited {
  var wrappedValue: Int
  let limit: Int
}

/// Keeps its value in layers, as Combine's wrapper of this name does.
@propertyWrapper private struct Published<Value> {
  private enum Storage {
    case value(Value)
    case publisher(Publisher<Value>)
  }
  private struct Publisher<Output> {
    let subject: Subject<Output>
  }
  private final class Subject<Output> {
    let lock = 0
    let currentValue: Output
    init(_ value: Output) { currentValue = value }
  }
  private var storage: Storage
  init(wrappedValue: Value) { storage = .publisher(Publisher(subject: Subject(wrappedValue))) }
  var wrappedValue: Value {
    switch storage {
    case .value(let value): value
    case .publisher(let publisher): publisher.subject.currentValue
    }
  }
}

@propertyWrapper private struct Delayed<Value> {
  private var later: Value?
  init(wrappedValue: Value) { later = wrappedValue }
  var wrappedValue: Value { later! }
}

@propertyWrapper private struct Trimmed {
  private var value: Int
  init(wrappedValue: Int) { value = wrappedValue }
  var wrappedValue: Int { value }
}

@propertyWrapper private struct Projecting {
  private var number: Int
  private(set) var projectedValue = false
  init(wrappedValue: Int) { number = wrappedValue }
  var wrappedValue: Int { number }
}

@propertyWrapper private struct Hidden {
  private var first = 1
  private var second = 2
  private(set) var projectedValue = false
  var wrappedValue: Int { first + second }
}

private struct FakeWrapped: Faked {
  let instanceId = "wrapped"
  @Stored var stored = 5
  @Boxed var boxed = 5
  @Stored @Boxed var stacked = 5
  @Stored var optional: Int? = 5
  @Stored var empty: Int? = nil
  @Generic var generic = 5
  @Guarded var guarded = 5
  @Published var published = 5
  @Delayed var delayed = 5
  @Trimmed var trimmed = 5
  @Projecting var projecting = 5
  @Hidden var hidden
}

// MARK: - Plain properties with an underscore

private struct User {
  var name: String
}

private struct Token: Hashable {
  let value: Int
}

private enum State<Value> {
  case loaded(Value)
}

private struct FakePlain: Faked {
  let instanceId = "plain"
  private let _count = 3
  private let _name = "Ann"
  private let _user = User(name: "Ann")
  private let _token = Token(value: 3)
  private let _date = Duration.seconds(1)
  private let _state = State.loaded(1)
  private let _maybe: User? = User(name: "Ann")
  private let _items = [1]
  private let _reversed: ReversedCollection<[Int]> = [1].reversed()
  private let both = 1
  private let _both = Stored(wrappedValue: 2)
}
