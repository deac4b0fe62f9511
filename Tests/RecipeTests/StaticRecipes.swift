import Faked
import Testing

struct StaticRecipes {
  @Test(arguments: 0..<50) func staticMembersForwardToTheInstanceOfTheTask(time: Int) async {
    protocol Clock {
      static var now: Int { get }
      static func sleep(seconds: Int)
    }
    struct FakeClock: Clock, Faked {
      @TaskLocal static var current = FakeClock()
      let instanceId = FakeInstance()
      let nowID: FunctionID<() -> Int, Returns> = "now"
      let sleep: FunctionID<(Int) -> Void, Returns> = "sleep"
      static var now: Int { current.handleCall(\.nowID) }
      static func sleep(seconds: Int) { current.handleCall(\.sleep, seconds, default: ()) }
    }
    let clock = FakeClock()
    clock.when(\.nowID).thenReturn(time)
    FakeClock.$current.withValue(clock) {
      #expect(FakeClock.now == time)
    }

    @Sendable func tick() -> Int {
      FakeClock.sleep(seconds: 2)
      return FakeClock.now
    }
    await FakeClock.$current.withValue(clock) {
      await Task.yield()
      async let child = tick()
      #expect(await child == time)
      #expect(await Task { tick() }.value == time)
    }
    #expect(clock.calls(to: \.sleep).map(\.arguments) == [2, 2])
    #expect(clock.invocationCount(of: \.nowID) == 3)
    #expect(!FakeClock.current.wasCalled(\.nowID))
  }

  @Test func anInitializerHandsTheNewInstanceToTheTest() throws {
    protocol Session {
      init(user: String) throws
      func send(_ text: String) -> Bool
    }
    struct FakeSession: Session, Faked {
      struct Maker: Faked {
        @TaskLocal static var current = Maker()
        let instanceId = FakeInstance()
        let make: FunctionID<(String, FakeSession) -> Void, Throws> = "make"
      }
      let instanceId = FakeInstance()
      let send: FunctionID<(String) -> Bool, Returns> = "send"
      init(user: String) throws { try Maker.current.handleCall(\.make, user, self) }
      func send(_ text: String) -> Bool { handleCall(\.send, text) }
    }
    let maker = FakeSession.Maker()
    maker.when(\.make) { user, session in session.when(\.send).thenReturn(user == "Ada") }
    let ada = try FakeSession.Maker.$current.withValue(maker) { try FakeSession(user: "Ada") }
    #expect(ada.send("hello"))

    maker.when(\.make, matching: .equal("Eve"), .any).thenThrow(CancellationError())
    FakeSession.Maker.$current.withValue(maker) {
      #expect(throws: CancellationError.self) { try FakeSession(user: "Eve") }
    }
    #expect(maker.calls(to: \.make).map(\.arguments.0) == ["Ada", "Eve"])
    #expect(maker.calls(to: \.make).first?.arguments.1 == ada)
    #expect(ada.calls(to: \.send).map(\.arguments) == ["hello"])
  }
}

// The compiler does not find operators of types that are inside a function.
protocol Amount {
  static func + (left: Self, right: Self) -> Self
}
struct FakeAmount: Amount, Faked {
  let instanceId = FakeInstance()
  let plus: FunctionID<(FakeAmount) -> FakeAmount, Returns> = "+"
  static func + (left: Self, right: Self) -> Self { left.handleCall(\.plus, right) }
}

struct OperatorRecipes {
  @Test func anOperatorIsAFunctionOfItsLeftOperand() {
    func sum<A: Amount>(_ first: A, _ rest: A...) -> A { rest.reduce(first, +) }
    let (one, two, three) = (FakeAmount(), FakeAmount(), FakeAmount())
    one.when(\.plus, with: two).thenReturn(three)
    three.when(\.plus) { _ in one }
    #expect(sum(one, two) == three)
    #expect(sum(one, two, two) == one)
    #expect(one.calls(to: \.plus).map(\.arguments) == [two, two])
    #expect(three.wasCalled(\.plus))
  }
}
