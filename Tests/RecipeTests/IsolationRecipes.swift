import Faked
import Testing

private final class NotSendable { var value = 0 }

struct IsolationRecipes {
  @Test func anActorIsAFakeLikeAnyOther() async throws {
    protocol Counter: Actor {
      var total: Int { get }
      func add(_ number: Int) async throws -> Int
    }
    actor FakeCounter: Counter, Faked {
      nonisolated let totalID: FunctionID<() -> Int, Returns> = "total"
      nonisolated let add: FunctionID<(Int) -> Int, AsyncThrows> = "add"
      var total: Int { handleCall(\.totalID) }
      func add(_ number: Int) async throws -> Int { try await handleCall(\.add, number) }
    }
    let counter = FakeCounter()
    counter.when(\.totalID).thenReturn(10)
    counter.when(\.add) { number in number + 1 }
    #expect(await counter.total == 10)
    #expect(try await counter.add(1) == 2)

    counter.when(\.add) { number in
      await Task.yield()
      return number + 2
    }
    #expect(try await counter.add(1) == 3)
    #expect(counter.calls(to: \.add).map(\.arguments) == [1, 1])
    #expect(counter.invocationCount(of: \.totalID) == 1)
  }

  @MainActor @Test func aMainActorFakeIsStubbedFromAMainActorTest() async {
    @MainActor protocol Screen {
      var title: String { get set }
      func show(_ text: String) async -> Bool
    }
    struct FakeScreen: Screen, Faked {
      let instanceId = FakeInstance()
      var title = ""
      let show: FunctionID<(String) -> Bool, AsyncReturns> = "show"
      func show(_ text: String) async -> Bool { await handleCall(\.show, text) }
    }
    var screen = FakeScreen()
    screen.title = "Hello"
    screen.when(\.show) { text in
      MainActor.assertIsolated()
      return text.isEmpty
    }
    #expect(await screen.show(""))

    let state = NotSendable()
    screen.when(\.show) { text in
      await Task.yield()
      MainActor.assertIsolated()
      state.value += text.count
      return true
    }
    #expect(await screen.show("abc"))
    #expect(state.value == 3)
    #expect(screen.calls(to: \.show).map(\.arguments) == ["", "abc"])
  }

  @Test func aMainActorClassIsStubbedAndReadFromAnywhere() async {
    let router = await FakeRouter()
    router.when(\.open).thenReturn()
    await router.open("/a")
    await MainActor.run { router.open("/b") }
    #expect(router.calls(to: \.open).map(\.arguments) == ["/a", "/b"])
    #expect(router.wasCalled(\.open))
  }
}

// What is public cannot be inside a function.
@MainActor public protocol Router: AnyObject {
  func open(_ path: String)
}
@MainActor public final class FakeRouter: Router, Faked {
  public nonisolated let instanceId = FakeInstance()
  public nonisolated let open: FunctionID<(String) -> Void, Returns> = "open"
  public init() {}
  public func open(_ path: String) { handleCall(\.open, path) }
}
