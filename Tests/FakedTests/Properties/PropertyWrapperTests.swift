import Faked
import Testing

@Suite struct PropertyWrapperTests {
  @Test func aWrapperThatStoresItsWrappedValueHasItsDeclaredName() throws {
    let props = FakeWrapped().props()
    #expect(
      props.keys.sorted() == [
        "_computed", "boxed", "empty", "instanceId", "optional", "stacked", "stored",
      ])
    for name in ["boxed", "optional", "stacked", "stored"] { #expect(props[name] as? Int == 5) }
    #expect(try #require(props["empty"]) == nil)
  }

  @Test func aWrapperThatComputesItsWrappedValueCanBeReadByItsParts() {
    let fake = FakeWrapped()
    #expect(fake.props()["_computed"] is Computed)
    #expect(fake.failure(of: "_computed.number", expected: 5) == nil)
    let text = fake.failure(of: "computed", expected: 5)?.message
    #expect(text?.contains(#"no property "computed". Did you mean "_computed"?"#) == true)
  }

  @Test func plainPropertiesKeepTheirUnderscores() {
    let props = FakePlain().props()
    #expect(props.keys.sorted() == ["_both", "_count", "_maybe", "_user", "both", "instanceId"])
    #expect(props["both"] as? Int == 1)
    #expect(props["_both"] is Stored<Int>)
  }

  @Test func theStoredNameReachesTheWrapper() {
    #expect(FakeWrapped().failure(of: "_stored.wrappedValue", expected: 5) == nil)
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
    let value = "FakeHolder.value._level.wrappedValue: expected 4, was 5."
    #expect(failure(4, 9) == .assertionFailed(value))
    #expect(failure(5, 8) == .assertionFailed("FakeHolder.value._level.limit: expected 8, was 9."))
  }

  @Test func aWrapperThatContainsItselfEndsTheSearch() {
    final class Loop {
      var wrappedValue: Any = 0
    }
    struct FakeLoop: Faked {
      let instanceId = "loop"
      let _loop: Loop
    }
    let loop = Loop()
    loop.wrappedValue = loop
    #expect(FakeLoop(_loop: loop).props()["loop"] is Loop)
    loop.wrappedValue = 0
  }
}

// MARK: - Fakes

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

@propertyWrapper private struct Limited {
  var wrappedValue: Int
  let limit: Int
}

@propertyWrapper private struct Computed {
  private var number: Int
  init(wrappedValue: Int) { number = wrappedValue }
  var wrappedValue: Int { number }
}

private struct FakeWrapped: Faked {
  let instanceId = "wrapped"
  @Stored var stored = 5
  @Boxed var boxed = 5
  @Stored @Boxed var stacked = 5
  @Stored var optional: Int? = 5
  @Stored var empty: Int? = nil
  @Computed var computed = 5
}

private struct User {
  var name: String
}

private struct FakePlain: Faked {
  let instanceId = "plain"
  private let _count = 3
  private let _user = User(name: "Ann")
  private let _maybe: User? = User(name: "Ann")
  private let both = 1
  private let _both = Stored(wrappedValue: 2)
}
