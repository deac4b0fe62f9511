import Faked
import Observation
import Testing

@Suite struct PropsTests {
  @Test func everyStoredPropertyIsThereAndNoComputedOne() {
    let props = FakeAccount().props()
    #expect(props.keys.sorted() == ["age", "instanceId", "isAdmin", "nickname", "tags", "user"])
    #expect(props["age"] as? Int == 42)
    #expect(props["instanceId"] as? String == "account")
  }

  @Test func aNilPropertyIsAKeyWithANilValue() throws {
    let props = FakeAccount().props()
    #expect(props.keys.contains("nickname"))
    let nickname = try #require(props["nickname"])
    #expect(nickname == nil)
  }

  @Test func anOptionalIsUnwrappedByOneLevel() throws {
    struct FakeOptionals: Faked {
      let instanceId = "x"
      let one: Int? = 1
      let two: Int?? = .some(nil)
    }
    let props = FakeOptionals().props()
    let one = try #require(props["one"] ?? nil)
    #expect(type(of: one) == Int.self)
    let two = try #require(props["two"] ?? nil)
    #expect(type(of: two) == Int?.self)
  }

  @Test func inheritedPropertiesAreIncludedAndTheSubclassWins() {
    let props = FakeChild().props()
    #expect(props.keys.sorted() == ["inherited", "own", "secret"])
    #expect(props["inherited"] as? Int == 1)
    #expect(props["secret"] as? String == "child")
  }

  @Test func anActorShowsItsOwnPropertiesOnly() {
    actor FakeCounter: Faked {
      var count = 3
    }
    let props = FakeCounter().props()
    #expect(props.keys.sorted() == ["count"])
    #expect(props["count"] as? Int == 3)
  }

  @Test func aLazyPropertyHasItsNameAndIsNilUntilUsed() throws {
    final class FakeLazy: Faked {
      lazy var size = 4
      lazy var owner: String? = nil
    }
    let fake = FakeLazy()
    #expect(try #require(fake.props()["size"]) == nil)
    _ = (fake.size, fake.owner)
    #expect(fake.props().keys.sorted() == ["owner", "size"])
    #expect(fake.props()["size"] as? Int == 4)
    #expect(try #require(fake.props()["owner"]) == nil)
  }

  @Test func aNoncopyablePropertyIsListedButCannotBeRead() {
    struct Token: ~Copyable {
      let value = 1
    }
    final class FakeHolder: Faked {
      let token = Token()
    }
    #expect(FakeHolder().props()["token"] is Void)
  }

  @Test func anObservedClassHasNoUnderscores() throws {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return }
    let props = FakeObserved().props()
    #expect(props.keys.sorted() == ["box", "name", "notObserved", "wrapped"])
    #expect(props["name"] as? String == "Ann")
    #expect(props["box"] is Box<Int>)
    #expect(props["wrapped"] as? Int == 2)
  }

  @MainActor @Test func aMainActorFakeIsReadOnTheMainActor() {
    @MainActor final class FakeScreen: Faked {
      nonisolated let instanceId = "screen"
      var title = "Inbox"
    }
    #expect(FakeScreen().props()["title"] as? String == "Inbox")
  }

  @Test func propsOfAnExistentialAreThoseOfTheFake() {
    let fake: any Faked = FakeAccount()
    #expect(fake.props()["age"] as? Int == 42)
  }
}

private struct FakeAccount: Faked {
  let instanceId = "account"
  var age = 42
  var nickname: String?
  var user = User(name: "Ann")
  var tags = ["a"]
  var isAdmin = false
  var computed: Int { age + 1 }
}

private struct User {
  var name: String
}

private class FakeParent: Faked {
  let inherited = 1
  private let secret = "parent"
}

private final class FakeChild: FakeParent {
  let own = 2
  private let secret = "child"
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class FakeObserved: Faked {
  var name = "Ann"
  var box = Box(value: 1)
  @ObservationIgnored let notObserved = 1
  @ObservationIgnored @Wrapper var wrapped = 2
}

private struct Box<Value> {
  let value: Value
}

@propertyWrapper private struct Wrapper {
  var wrappedValue: Int
}
