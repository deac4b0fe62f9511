import FakedTesting
import Foundation
import Shapes
import Testing

@Suite(.faked) struct IsolationShapeTests {
  @Test func anActorIsStubbedSynchronously() async throws {
    let tally = FakeTally()
    tally.when(\.getTotal).thenReturn(10)
    tally.when(\.nameID).thenReturn("tally")
    tally.when(\.add) { $0 + 1 }
    #expect(await tally.total == 10)
    #expect(try await tally.add(1) == 2)
    #expect(tally.name() == "tally")
    #expect(tally.calls(to: \.add).map(\.arguments) == [1])
    tally.verify(\.add, with: 1)
  }

  @Test @MainActor func aMainActorProtocolIsFaked() async {
    let screen = FakeScreen()
    screen.when(\.getTitle).thenReturn("Hello")
    screen.when(\.kindID).thenReturn(1)
    screen.when(\.show) { text in
      MainActor.assertIsolated()
      return text.isEmpty
    }
    screen.title += "!"
    #expect(await screen.show(""))
    #expect(await Task.detached { screen.kind() }.value == 1)
    #expect(screen.calls(to: \.setTitle).map(\.arguments) == ["Hello!"])
    screen.verify(\.show, with: "")
  }

  @Test func aClassBoundProtocolIsFakedByAClass() {
    let delegate = FakeDelegate()
    let twin = FakeDelegate()
    delegate.when(\.copyID).thenReturn(twin)
    delegate.didEnd(3)
    #expect(delegate.copy() === twin)
    #expect(delegate.calls(to: \.didEnd).map(\.arguments) == [3])
    delegate.verify(\.didEnd, with: 3)
  }

  @Test func commonConformancesAreGenerated() throws {
    let user = try JSONDecoder().decode(FakeUser.self, from: JSONEncoder().encode(FakeUser()))
    user.when(\.load) { "page \($0)" }
    user.when(\.getDescription).thenReturn("Ada")
    #expect(try user.load(2) == "page 2")
    #expect("\(user)" == "Ada")
    user.verify(\.load, with: 2)
  }
}
