import Faked
import Testing

@Suite struct PropertyWrapperTests {
  @Test func wrappedPropertiesHaveTheirDeclaredNamesAndValues() throws {
    let names = [
      "boxed", "delayed", "generic", "guarded", "optional", "projecting", "published", "stacked",
      "stored", "trimmed",
    ]
    let props = FakeWrapped().props()
    #expect(props.keys.sorted() == (names + ["empty", "hidden", "instanceId"]).sorted())
    #expect(names.filter { props[$0] as? Int != 5 } == [])
    #expect(try #require(props["empty"]) == nil)
    #expect(props["hidden"] is Hidden, "a wrapper that hides its value stands for it")
  }

  @Test func plainPropertiesKeepTheirUnderscores() {
    let props = FakePlain().props()
    let names = ["_both", "_count", "_maybe", "_reversed", "_state", "_token", "_user"]
    #expect(props.keys.sorted() == names + ["both", "instanceId"])
    #expect(props["both"] as? Int == 1)
    #expect(props["_both"] is Stored<Int>)
  }

  @Test func theStoredNameReachesTheWrapper() {
    let fake = FakeWrapped()
    #expect(fake.failure(of: "_stored.wrappedValue", expected: 5) == nil)
    #expect(fake.failure(of: "_trimmed", expected: Trimmed(wrappedValue: 5)) == nil)
  }

  @Test func everyStoredValueOfAWrapperIsCompared() {
    struct Settings {
      @Limited var level: Int
    }
    func failure(_ level: Int, _ limit: Int) -> FakedError? {
      let fake = FakeHolder(Settings(level: Limited(wrappedValue: 5, limit: 9)))
      let expected = Settings(level: Limited(wrappedValue: level, limit: limit))
      return fake.failure(of: "value", expected: expected)
    }
    #expect(failure(5, 9) == nil)
    #expect(failure(4, 9) == .assertionFailed("FakeHolder.value.level: expected 4, was 5."))
    #expect(failure(5, 8) == .assertionFailed("FakeHolder.value._level.limit: expected 8, was 9."))
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
  private let _user = User(name: "Ann")
  private let _token = Token(value: 3)
  private let _state = State.loaded(1)
  private let _maybe: User? = User(name: "Ann")
  private let _reversed: ReversedCollection<[Int]> = [1].reversed()
  private let both = 1
  private let _both = Stored(wrappedValue: 2)
}
