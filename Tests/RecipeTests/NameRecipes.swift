import Faked
import Foundation
import Testing

struct NameRecipes {
  @Test func anIDThatClashesTakesASuffix() {
    protocol Game {
      var score: Int { get }
      func reset()
    }
    struct FakeGame: Game, Faked {
      let instanceId = FakeInstance()
      let scoreID: FunctionID<() -> Int, Returns> = "score"
      let resetID: FunctionID<() -> Void, Returns> = "reset"
      var score: Int { handleCall(\.scoreID) }
      func reset() { handleCall(\.resetID, default: ()) }
    }
    let game = FakeGame()
    game.when(\.scoreID).thenReturn(3)
    game.reset()
    #expect(game.score == 3)
    #expect(game.wasCalled(\.resetID))

    #expect(game.allCalls.map(\.function) == ["reset", "score"])
  }

  @Test func idsThatClashMayLiveInAHolder() {
    protocol Game {
      var score: Int { get }
      func reset()
    }
    struct FakeGame: Game, Faked {
      struct IDs {
        let score: FunctionID<() -> Int, Returns> = "score"
        let reset: FunctionID<() -> Void, Returns> = "reset"
      }
      let id = IDs()
      let instanceId = FakeInstance()
      var score: Int { handleCall(\.id.score) }
      func reset() { handleCall(\.id.reset, default: ()) }
    }
    let game = FakeGame()
    game.when(\.id.score).thenReturn(3)
    game.reset()
    #expect(game.wasCalled(\.id.reset))

    #expect(game.score == 3)
    #expect(game.invocationCount(of: \.id.score) == 1)
  }

  @Test func aHashableFakeHashesItsIdentity() {
    protocol Device: Hashable {
      var name: String { get set }
      func ping() throws -> Int
    }
    struct FakeDevice: Device, Faked {
      let instanceId = FakeInstance()
      var name = "phone"
      let pingID: FunctionID<() -> Int, Throws> = "ping"
      func ping() throws -> Int { try handleCall(\.pingID) }
      func hash(into hasher: inout Hasher) { hasher.combine(instanceId) }
    }
    let device = FakeDevice()
    device.when(\.pingID).thenReturn(20)
    var renamed = device
    renamed.name = "tablet"
    #expect(Set([device, renamed]).count == 1)

    #expect(Set([device, FakeDevice()]).count == 2)
    #expect((try? renamed.ping()) == 20)
    #expect(device.invocationCount(of: \.pingID) == 1)
  }

  @Test func aCodableFakeEncodesItsOwnPropertiesOnly() throws {
    protocol User: Codable {
      var name: String { get }
      func load(_ page: Int) throws -> String
    }
    struct FakeUser: User, Faked {
      let instanceId = FakeInstance()
      var name = "Ada"
      let load: FunctionID<(Int) -> String, Throws> = "load"
      func load(_ page: Int) throws -> String { try handleCall(\.load, page) }
      private enum CodingKeys: CodingKey { case name }
    }
    let json = try JSONEncoder().encode(FakeUser())
    let user = try JSONDecoder().decode(FakeUser.self, from: json)
    user.when(\.load) { page in "page \(page)" }
    #expect(try user.load(2) == "page 2")

    #expect(String(decoding: json, as: UTF8.self) == #"{"name":"Ada"}"#)
    #expect(user.name == "Ada")
    #expect(user.calls(to: \.load).map(\.arguments) == [2])
  }
}
