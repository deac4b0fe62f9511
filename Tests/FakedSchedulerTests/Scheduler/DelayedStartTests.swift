import Faked
import FakedScheduler
import TestSupport
import Testing

/// Tasks that an actor starts on itself.
@Suite struct DelayedStartTests {
  @Test(.enabled(if: TaskControl.isComplete))
  func theCallerOfAnActorMayContinueBeforeTheTasksThatTheActorStarts() async {
    let explored = await explore {
      let text = Captured("")
      let tasks = await Starter().startTwo(adding: text)
      text.withValue { $0 += "caller" }
      for task in tasks { _ = await task.value }
      return text.value
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["12caller", "caller12"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func theCallerEntersTheActorAfterTheTasksThatTheActorStarts() async {
    let explored = await explore {
      let text = Captured("")
      let starter = Starter()
      let tasks = await starter.startTwo(adding: text)
      await Task.yield()
      await starter.add("caller", to: text)
      for task in tasks { _ = await task.value }
      return text.value
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["12caller"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aTaskThatIsResumedOnAnActorComesAfterTheTasksThatTheActorStarted() async {
    let explored = await explore(preemptions: 1) {
      let text = Captured("")
      let starter = Starter()
      let waiting = Task { await starter.wait(adding: text) }
      while await !starter.isWaited { await Task.yield() }
      let tasks = await starter.startTwo(adding: text, resumes: true)
      for task in tasks { _ = await task.value }
      await waiting.value
      return text.value
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["12resumed"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aTaskThatYieldsOnAnActorComesAfterTheTasksThatItStarted() async {
    let explored = await explore {
      let text = Captured("")
      await Starter().startAndYield(adding: text)
      return text.value
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["12yielded"])
  }

  @Test func aTaskThatAnActorStartsIsReleased() async {
    let lifetimes = Lifetimes()
    _ = await explore(limit: 3) {
      let tasks = await Starter().startTwo(adding: Captured(""), Witness(lifetimes))
      for task in tasks { _ = await task.value }
      return ""
    }
    #expect(lifetimes.living == 0)
  }
}

private actor Starter {
  private var waiter: CheckedContinuation<Void, Never>?

  var isWaited: Bool { waiter != nil }

  func wait(adding text: Captured<String>) async {
    await withCheckedContinuation { waiter = $0 }
    add("resumed", to: text)
  }

  func startTwo(
    adding text: Captured<String>, _ result: Witness? = nil, resumes: Bool = false
  ) -> [Task<Witness?, Never>] {
    let tasks = ["1", "2"].map { name in
      Task {
        add(name, to: text)
        return result
      }
    }
    if resumes { waiter?.resume() }
    return tasks
  }

  func startAndYield(adding text: Captured<String>) async {
    let tasks = startTwo(adding: text)
    await Task.yield()
    add("yielded", to: text)
    for task in tasks { _ = await task.value }
  }

  func add(_ name: String, to text: Captured<String>) { text.withValue { $0 += name } }
}
