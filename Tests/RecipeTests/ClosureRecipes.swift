import Faked
import Testing

struct ClosureRecipes {
  @Test func anEscapingClosureIsRecordedAndCanBeCalledLater() {
    protocol Loader {
      func load(_ key: String, completion: @escaping (Int) -> Void)
    }
    struct FakeLoader: Loader, Faked {
      let instanceId = FakeInstance()
      let load: FunctionID<(String, @escaping (Int) -> Void) -> Void, Returns> = "load"
      func load(_ key: String, completion: @escaping (Int) -> Void) {
        handleCall(\.load, key, completion, default: ())
      }
    }
    let loader = FakeLoader()
    var loaded: [Int] = []
    loader.load("later") { loaded.append($0) }
    loader.when(\.load) { key, completion in completion(key.count) }
    loader.load("now") { loaded.append($0) }
    loader.calls(to: \.load)[0].arguments.1(5)
    #expect(loaded == [3, 5])

    #expect(loader.calls(to: \.load).map(\.arguments.0) == ["later", "now"])
  }

  @Test func aSendableClosureKeepsItsAttributes() async {
    protocol Timer {
      func schedule(_ action: @escaping @MainActor @Sendable (Int) -> Void)
    }
    struct FakeTimer: Timer, Faked {
      let instanceId = FakeInstance()
      let schedule: FunctionID<(@escaping @MainActor @Sendable (Int) -> Void) -> Void, Returns> = "schedule"
      func schedule(_ action: @escaping @MainActor @Sendable (Int) -> Void) {
        handleCall(\.schedule, action, default: ())
      }
    }
    let timer = FakeTimer()
    let ticks = Captured<[Int]>([])
    timer.schedule { tick in ticks.withValue { $0.append(tick) } }
    let action = timer.calls(to: \.schedule)[0].arguments
    for tick in 1...2 { await action(tick) }
    #expect(ticks.value == [1, 2])

    #expect(timer.invocationCount(of: \.schedule) == 1)
  }

  @Test func aNonEscapingClosureIsFedWithWhatTheTestStubs() {
    protocol Rows {
      func forEach(in table: String, _ body: (Int) -> Void)
    }
    struct FakeRows: Rows, Faked {
      let instanceId = FakeInstance()
      let rows: FunctionID<(String) -> [Int], Returns> = "forEach(in:_:)"
      func forEach(in table: String, _ body: (Int) -> Void) {
        for row in handleCall(\.rows, table) { body(row) }
      }
    }
    let rows = FakeRows()
    rows.when(\.rows).thenReturn([1, 2])
    var sum = 0
    rows.forEach(in: "users") { sum += $0 }
    #expect(sum == 3)

    #expect(rows.calls(to: \.rows).map(\.arguments) == ["users"])
  }

  @Test func theResultOfANonEscapingClosureIsAnArgument() throws {
    protocol Database {
      func transaction(_ body: () throws -> Int) throws -> Bool
    }
    struct FakeDatabase: Database, Faked {
      let instanceId = FakeInstance()
      let commit: FunctionID<(Int) -> Bool, Throws> = "transaction"
      func transaction(_ body: () throws -> Int) throws -> Bool {
        try handleCall(\.commit, body())
      }
    }
    let database = FakeDatabase()
    database.when(\.commit) { changes in changes > 0 }
    #expect(try database.transaction { 2 })
    #expect(try !database.transaction { 0 })

    #expect(throws: CancellationError.self) {
      try database.transaction { throw CancellationError() }
    }
    #expect(database.calls(to: \.commit).map(\.arguments) == [2, 0])
  }

  @Test func anAutoclosureIsEvaluatedByTheFake() {
    protocol Log {
      func debug(_ message: @autoclosure () -> String)
    }
    struct FakeLog: Log, Faked {
      let instanceId = FakeInstance()
      let debug: FunctionID<(String) -> Void, Returns> = "debug"
      func debug(_ message: @autoclosure () -> String) {
        handleCall(\.debug, message(), default: ())
      }
    }
    let log = FakeLog()
    log.debug("1 + 1 = \(1 + 1)")
    #expect(log.calls(to: \.debug).map(\.arguments) == ["1 + 1 = 2"])

    log.when(\.debug).thenReturn()
    log.debug("again")
    #expect(log.invocationCount(of: \.debug) == 2)
  }

  @Test func anEscapingAutoclosureIsLeftToTheBehavior() {
    protocol Log {
      func trace(_ message: @autoclosure @escaping () -> String)
    }
    struct FakeLog: Log, Faked {
      let instanceId = FakeInstance()
      let trace: FunctionID<(@escaping () -> String) -> Void, Returns> = "trace"
      func trace(_ message: @autoclosure @escaping () -> String) {
        handleCall(\.trace, message, default: ())
      }
    }
    let log = FakeLog()
    var evaluations = 0
    func costly() -> String {
      evaluations += 1
      return "costly"
    }
    log.trace(costly())
    #expect(evaluations == 0)
    let message = log.calls(to: \.trace)[0].arguments
    #expect(message() == "costly")

    #expect(evaluations == 1)
    let messages = Captured<[String]>([])
    log.when(\.trace) { message in messages.withValue { $0.append(message()) } }
    log.trace(costly())
    #expect(messages.value == ["costly"])
  }

  @Test func aRethrowingMethodRunsTheClosureItself() throws {
    protocol Rows {
      func map<Value>(_ body: (Int) throws -> Value) rethrows -> [Value]
    }
    struct FakeRows: Rows, Faked {
      let instanceId = FakeInstance()
      let rows: FunctionID<() -> [Int], Returns> = "map"
      func map<Value>(_ body: (Int) throws -> Value) rethrows -> [Value] {
        try handleCall(\.rows).map(body)
      }
    }
    let rows = FakeRows()
    rows.when(\.rows).thenReturn([1, 2])
    #expect(rows.map { $0 * 2 } == [2, 4])

    #expect(throws: CancellationError.self) { try rows.map { _ in throw CancellationError() } }
    #expect(rows.invocationCount(of: \.rows) == 2)
  }
}
