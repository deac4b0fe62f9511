import Faked
import Testing

private struct Offline: Error {}

struct PropertyRecipes {
  @Test func aPropertyIsAFunctionWithoutParameters() {
    protocol Network {
      var isOnline: Bool { get }
    }
    struct FakeNetwork: Network, Faked {
      let instanceId = FakeInstance()
      let isOnlineID: FunctionID<() -> Bool, Returns> = "isOnline"
      var isOnline: Bool { handleCall(\.isOnlineID) }
    }
    let network = FakeNetwork()
    network.when(\.isOnlineID).thenReturn(false, true)
    #expect(!network.isOnline)
    #expect(network.isOnline)

    #expect(network.invocationCount(of: \.isOnlineID) == 2)
    network.when(\.isOnlineID) { invocationCount in invocationCount > 1 }
    #expect(!network.isOnline)
    #expect(network.isOnline)
  }

  @Test func aPropertyThatCanBeSetIsTwoFunctions() {
    protocol Player {
      var volume: Int { get set }
    }
    struct FakePlayer: Player, Faked {
      let instanceId = FakeInstance()
      let getVolume: FunctionID<() -> Int, Returns> = "volume.get"
      let setVolume: FunctionID<(Int) -> Void, Returns> = "volume.set"
      var volume: Int {
        get { handleCall(\.getVolume) }
        nonmutating set { handleCall(\.setVolume, newValue, default: ()) }
      }
    }
    let player = FakePlayer()
    player.when(\.getVolume) { player.calls(to: \.setVolume).last?.arguments ?? 5 }
    #expect(player.volume == 5)
    player.volume = 7
    #expect(player.volume == 7)

    player.volume += 1
    #expect(player.calls(to: \.setVolume).map(\.arguments) == [7, 8])
    #expect(player.invocationCount(of: \.getVolume) == 3)
    player.tearDown()
  }

  @Test func aStoredPropertyIsAWorkingDoubleByItself() throws {
    protocol Account {
      var name: String { get set }
      func rename(_ name: String) throws
    }
    struct FakeAccount: Account, Faked {
      let instanceId = FakeInstance()
      var name = "Ada"
      let rename: FunctionID<(String) -> Void, Throws> = "rename"
      func rename(_ name: String) throws { try handleCall(\.rename, name) }
    }
    var account = FakeAccount()
    account.name = "Eve"
    try account.assertProp("name", expectedValue: "Eve")

    account.when(\.rename).thenReturn()
    try account.rename("Bob")
    #expect(account.calls(to: \.rename).map(\.arguments) == ["Bob"])
    try account.assertProp("name", expectedValue: "Eve")
  }

  @Test func aThrowingPropertyThrowsWhatItIsStubbed() throws {
    protocol Session {
      var token: String { get throws }
    }
    struct FakeSession: Session, Faked {
      let instanceId = FakeInstance()
      let tokenID: FunctionID<() -> String, Throws> = "token"
      var token: String { get throws { try handleCall(\.tokenID) } }
    }
    let session = FakeSession()
    session.when(\.tokenID).thenThrow(Offline()).thenReturn("abc")
    #expect(throws: Offline.self) { try session.token }
    #expect(try session.token == "abc")

    session.when(\.tokenID) { throw Offline() }
    #expect(throws: Offline.self) { try session.token }
    #expect(session.invocationCount(of: \.tokenID) == 3)
  }

  @Test func anAsyncPropertyMaySuspend() async throws {
    protocol Battery {
      var level: Double { get async throws }
    }
    struct FakeBattery: Battery, Faked {
      let instanceId = FakeInstance()
      let levelID: FunctionID<() -> Double, AsyncThrows> = "level"
      var level: Double { get async throws { try await handleCall(\.levelID) } }
    }
    let battery = FakeBattery()
    battery.when(\.levelID) {
      await Task.yield()
      return 0.5
    }
    #expect(try await battery.level == 0.5)

    battery.when(\.levelID).thenThrow(Offline())
    await #expect(throws: Offline.self) { try await battery.level }
    #expect(battery.invocationCount(of: \.levelID) == 2)
  }
}
