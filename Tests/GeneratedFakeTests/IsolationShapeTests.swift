import FakedTesting
import Foundation
import Shapes
import Testing

@Suite(.faked) struct IsolationShapeTests {
  @Test func anActorIsStubbedWithoutWaiting() async throws {
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

  @Test @MainActor func aFakeOfTheMainActorIsThereToo() async {
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

  @Test func aClassStandsForAClass() {
    let delegate = FakeDelegate()
    let twin = FakeDelegate()
    delegate.when(\.copyID).thenReturn(twin)
    delegate.didEnd(3)
    #expect(delegate.copy() === twin)
    #expect(delegate.calls(to: \.didEnd).map(\.arguments) == [3])
    delegate.verify(\.didEnd, with: 3)
  }

  @Test func isolationOfSingleMethodsIsKept() async {
    let worker = FakeWorker()
    worker.when(\.showID) {
      MainActor.assertIsolated()
      return 1
    }
    worker.when(\.wait) { actor in actor is FakeTally ? 2 : 0 }
    #expect(await worker.show() == 1)
    #expect(await worker.wait(on: FakeTally()) == 2)
    #expect(worker.calls(to: \.wait).count == 1)
    worker.verify(\.showID)
  }

  @Test func commonConformancesAreMet() throws {
    let device = FakeDevice()
    device.when(\.getId).thenReturn("a")
    device.when(\.pingID).thenReturn(20)
    #expect(device.id == "a")
    #expect(try device.ping() == 20)
    #expect(Set([device, device]).count == 1)
    device.verify(\.pingID)

    let user = try JSONDecoder().decode(FakeUser.self, from: JSONEncoder().encode(FakeUser()))
    user.when(\.load) { "page \($0)" }
    user.when(\.getDescription).thenReturn("Ada")
    #expect(try user.load(2) == "page 2")
    #expect("\(user)" == "Ada")
    user.verify(\.load, with: 2)

    let failure = FakeFailure()
    failure.when(\.getCode).thenReturn(7)
    #expect(throws: failure) { throw failure }
    #expect(failure.code == 7)
    #expect(failure.calls(to: \.getCode).count == 1)
    failure.verify(\.getCode)
  }
}
