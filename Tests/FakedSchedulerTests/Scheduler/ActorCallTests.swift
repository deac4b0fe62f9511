import FakedScheduler
import Testing

/// Tasks that are created or resumed right before a call to an actor.
@Suite struct ActorCallTests {
  @Test(.enabled(if: TaskControl.isComplete))
  func aNewTaskMayEnterAnActorBeforeItsCreator() async {
    let explored = await explore {
      let log = Log()
      let task = Task { await log.add("task") }
      await log.add("creator")
      await task.value
      return await log.text
    }
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.results.keys.sorted() == ["creator task", "task creator"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aResumedTaskMayEnterAnActorBeforeTheOneThatResumedIt() async {
    let explored = await explore {
      let log = Log()
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task { for await _ in stream { await log.add("resumed") } }
      await Task.yield()
      continuation.yield()
      await log.add("resumer")
      continuation.finish()
      await task.value
      return await log.text
    }
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.results.keys.sorted() == ["resumed resumer", "resumer resumed"])
  }

  /// A run that has used the main actor stays on the main thread.
  @Test(.enabled(if: TaskControl.isComplete), arguments: [false, true])
  func anotherTaskMayEnterAnActorThatCallsAnotherActor(_ usesMainActor: Bool) async {
    let explored = await explore {
      if usesMainActor { await MainActor.run {} }
      let total = Total()
      async let first: Void = total.add(1)
      async let second: Void = total.add(2)
      _ = await (first, second)
      return await total.latest
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["1", "2", "3"])
    if ExactOrders.areKnown { #expect(explored.orders == 379) }
  }

  @Test func aCallWithinAnActorIsNotInterrupted() async {
    let explored = await explore {
      let account = Account()
      await account.startAndDeposit()
      await account.finish()
      return "\(await account.balance)"
    }
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.results.keys.sorted() == ["2"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aCallWithinTheMainActorIsNotInterrupted() async {
    let explored = await explore {
      let screen = Screen()
      await screen.startAndClear()
      await screen.finish()
      return await screen.shown
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["task"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.enabled(if: TaskControl.isComplete))
  func anImmediateTaskBeginsBeforeItsCreatorContinues() async {
    let explored = await explore {
      let screen = Screen()
      await screen.startImmediatelyAndShow()
      let account = Account()
      let balance = await account.startImmediately()
      return "\(await screen.shown) \(balance)"
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["taskcreator 1"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func theMainActorRunsItsJobsInOrder() async {
    let explored = await explore {
      let screen = Screen()
      await screen.startTwo()
      await screen.finish()
      return await screen.shown
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["12"])
  }

  @Test func aCallToTheMainActorMayComeSecond() async {
    let explored = await explore {
      let screen = Screen()
      let task = Task { await screen.show("task") }
      await screen.show("creator")
      await task.value
      return await screen.shown
    }
    #expect(explored.isComplete || !TaskControl.isComplete)
    if TaskControl.isComplete {
      #expect(explored.results.keys.sorted() == ["creatortask", "taskcreator"])
    }
  }
}

private actor Log {
  private(set) var text = ""
  func add(_ entry: String) { text += text.isEmpty ? entry : " " + entry }
}

/// Shows a sum that may be out of date, because it logs the sum first.
private actor Total {
  private let log = Log()
  private var sum = 0
  private(set) var latest = ""

  func add(_ number: Int) async {
    sum += number
    let text = "\(sum)"
    await log.add(text)
    latest = text
  }
}

private actor Account {
  private(set) var balance = 0
  private var task: Task<Void, Never>?

  func startAndDeposit() async {
    let old = balance
    task = Task { balance += 1 }
    // A call to the actor itself does not suspend.
    await deposit(after: old)
  }

  private func deposit(after old: Int) async { balance = old + 1 }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func startImmediately() -> Int {
    task = Task.immediate { await deposit(after: 0) }
    return balance
  }

  func finish() async { await task?.value }
}

@MainActor private final class Screen {
  private(set) var shown = ""
  private var task: Task<Void, Never>?
  nonisolated init() {}

  func startAndClear() async {
    task = Task { show("task") }
    await clear()
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func startImmediatelyAndShow() {
    task = Task.immediate { show("task") }
    show("creator")
  }

  func startTwo() {
    let first = Task { show("1") }
    task = Task {
      show("2")
      await first.value
    }
  }

  private func clear() async { shown = "" }
  func finish() async { await task?.value }
  func show(_ text: String) { shown += text }
}
