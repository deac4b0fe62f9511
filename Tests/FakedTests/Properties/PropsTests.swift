import Faked
import Observation
import Testing

@Suite struct PropsTests {
  @Test func aPropertyWrapperIsReadByItsParts() {
    @propertyWrapper struct Percent {
      private var hundredths = 0
      var wrappedValue: Double { Double(hundredths) / 100 }
    }
    struct FakePlayer: Faked {
      let instanceId = FakeInstance()
      @Percent var volume
    }
    #expect(FakePlayer().props()["_volume"] is Percent)
    #expect(FakePlayer().failure(of: "_volume.hundredths", expected: 0) == nil)
  }

  @Test func onlyStoredPropertiesAreListed() throws {
    let fake: any Faked = FakeAccount()
    let props = fake.props()
    #expect(
      props.keys.sorted() == [
        "age", "instanceId", "name", "nickname", "other", "pair", "state", "tags", "user",
      ])
    #expect(props["age"] as? Int == 42)
    #expect(try #require(props["nickname"]) == nil)
  }

  @Test func inheritedPropertiesAreIncludedAndTheSubclassWins() {
    let props = FakeChild().props()
    #expect(props.keys.sorted() == ["inherited", "own", "secret"])
    #expect(props["secret"] as? String == "child")
  }

  @Test func aNoncopyablePropertyIsListedButCannotBeRead() {
    struct Token: ~Copyable {
      let value = 1
    }
    final class FakeVault: Faked {
      let token = Token()
    }
    #expect(FakeVault().props()["token"] is Void)
  }

  @Test func anObservedClassHasNoUnderscores() throws {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return }
    let props = FakeObserved().props()
    #expect(props.keys.sorted() == ["box", "name", "notObserved"])
    #expect(props["name"] as? String == "Ann")
    #expect(props["box"] is Box<Int>)
  }

  @MainActor @Test func propertiesOfAMainActorFakeCanBeRead() {
    @MainActor final class FakeScreen: Faked {
      nonisolated let instanceId = "screen"
      var title = "Inbox"
    }
    #expect(FakeScreen().props()["title"] as? String == "Inbox")
  }
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
}

private struct Box<Value> {
  let value: Value
}
