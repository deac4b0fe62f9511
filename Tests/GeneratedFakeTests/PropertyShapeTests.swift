import FakedTesting
import Shapes
import Testing

@Suite(.faked) struct PropertyShapeTests {
  @Test func storedValuesAreReadUntilAStubResponds() {
    let player = FakePlayer()
    #expect(player.title == nil)
    let handedOver = player
    player.title = "Duo"
    player.onEnd = { _ in }
    player.onEnd(1)
    #expect(handedOver.title == "Duo")
    player.when(\.getTitle).thenReturn("Solo")
    player.title = nil
    player.rewind()
    #expect(player.title == "Solo")
    #expect(player.calls(to: \.setTitle).map(\.arguments) == ["Duo", nil])
    player.verify(\.setOnEnd)
    player.verify(\.rewindID)
  }

  @Test func storedSubscriptValuesAreReadUntilAStubResponds() throws {
    let cache = FakeCache()
    #expect(cache["a"] == nil)
    let handedOver = cache
    cache["a"] = 1
    cache["b"] = 2
    cache["b"] = nil
    cache["c", 1] = "x"
    #expect(handedOver["a"] == 1)
    #expect(cache["b"] == nil)
    #expect(cache["c", 1] == "x")
    cache.when(\.getRowColumn).thenReturn("-")
    cache.when(\.getKey) { key in key.count + 2 }
    cache.when(\.getAt).thenThrow(StoreError.full)
    cache.when(\.getAny) { "\($0)" }
    #expect(cache["c", 1] == "-")
    #expect(cache["a"] == 3)
    #expect(throws: StoreError.full) { try cache[at: 1] }
    #expect(cache[any: 2] == "2")
    cache.verify(\.setKey, with: "a", 1)
    cache.verify(\.getAt, with: 1)
  }

  @Test(arguments: 0..<20) func staticMembersUseTheInstanceOfTheTask(time: Int) {
    let clock = ClockFakeStatics()
    clock.when(\.getNow).thenReturn(time)
    clock.when(\.getZone).thenReturn("UTC")
    clock.when(\.get) { $0.count }
    ClockFakeStatics.$current.withValue(clock) {
      #expect(ClockFake.now == time)
      ClockFake.zone += "+1"
      ClockFake.sleep(seconds: time)
      #expect(ClockFake["abc"] == 3)
    }
    #expect(clock.calls(to: \.sleep).map(\.arguments) == [time])
    clock.verify(\.setZone, with: "UTC+1")
  }

  @Test func anInitializerCallsTheStatics() throws {
    let statics = FakeSessionStatics()
    statics.when(\.makeUser) { user, session in
      if user == "Eve" { throw StoreError.locked }
      session.when(\.send).thenReturn(true)
    }
    statics.when(\.makeToken) { token, _ in token > 0 }
    try FakeSessionStatics.$current.withValue(statics) {
      let ada = try FakeSession(user: "Ada")
      #expect(ada.send("Hello"))
      #expect(throws: StoreError.locked) { try FakeSession(user: "Eve") }
      #expect(FakeSession(token: 0) == nil)
      #expect(FakeSession(token: 1) != nil)
    }
    #expect(FakeSession(token: 0) != nil)
    #expect(statics.calls(to: \.makeToken).map(\.arguments.0) == [0, 1])
    statics.verify(\.makeUser, called: 2)
    let session = FakeSession()
    session.when(\.send).thenReturn(false)
    #expect(!session.send("Hello"))
    session.verify(\.send, with: "Hello")
  }

  @Test func operatorsUseTheLeftOperand() {
    var amount = FakeAmount()
    let other = FakeAmount()
    amount.when(\.plus).thenReturn(other)
    amount.when(\.prefixMinus).thenReturn(other)
    amount.when(\.less).thenReturn(true)
    #expect(amount + other == other)
    #expect(-amount == other)
    #expect(amount < other)
    #expect(amount != other)
    amount += 2
    #expect(amount.calls(to: \.plusEqual).map(\.arguments) == [2])
    amount.verify(\.plus, with: other)
  }

  @Test func aDelegateIsNotKeptAlive() throws {
    let downloader = FakeDownloader()
    #expect(downloader.delegate == nil)
    var delegate: FakeDownloaderDelegate? = FakeDownloaderDelegate()
    let identity = ObjectIdentifier(try #require(delegate))
    let isAlive = { [weak delegate] in delegate != nil }
    downloader.delegate = delegate
    #expect(downloader.delegate === delegate)
    #expect(downloader.calls(to: \.setDelegate).map(\.arguments) == [identity])
    delegate = nil
    #expect(!isAlive())
    #expect(downloader.delegate == nil)
  }
}
