import FakedTesting
import Testing

/// Orders that cannot differ, since the scenario declares calls independent.
struct ExploreIndependentTests {
  /// Explores what happens on a shelf; gives what was noted in some order, and what was loaded in the end.
  private func explore(
    declaring: Bool = true, _ scenario: @escaping @Sendable (FakeShelf) async throws -> Void
  ) async throws -> (report: OrderReport, states: Set<String>) {
    let states = Captured<Set<String>>([])
    let (report, _) = try await explored {
      try await exploreOrders(limit: 5_000) {
        let shelf = FakeShelf(declaring: declaring)
        try await scenario(shelf)
        let state = (shelf.log.value + [shelf.loaded]).joined(separator: ", ")
        states.withValue { _ = $0.insert(state) }
      }
    }
    #expect(report.broken.isEmpty, "\(report)")
    return (report, states.value)
  }

  @Test(arguments: [2, 5, 9, 13]) func independentCallsHaveOneOrder(count: Int) async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        let shelf = FakeShelf()
        await withTaskGroup(of: Void.self) { group in
          for number in 1..<count { group.addTask { try? await shelf.load("\(number)") } }
          group.addTask { try? await shelf.find("by a String") }
        }
      }
    }
    let orders = (1...count).reduce(1, *)
    #expect(report.orders.count == 1)
    #expect(report.pruned == min(orders - 1, 1_000_000_000))
    #expect(report.mostWaiting == count)
    #expect(report.isComplete)
    #expect(
      report.vacuity
        == "there is one order only, as all calls that wait at the same time are independent")
    #expect(failures.count == 1)
  }

  @Test func aBrokenOrderSaysWhatWasLeftOut() async throws {
    let failures = try await Exploration.orders.failures {
      let shelf = FakeShelf()
      async let a: Void = shelf.load("a")
      async let b: Void = shelf.load("b")
      _ = try await (a, b)
      throw StoreError.full
    }
    #expect(
      failures == [
        """
        exploreOrders: 1 order, 1 broken.
          order 1 of 1:
              1. FakeShelf.load("a")
              2. FakeShelf.load("b")
            It threw StoreError.full.
          left out: up to 1 order, each the same as another but for the order of independent calls.
        """
      ])
  }

  @Test func callsBeforeAndAfterAnotherAreBothTried() async throws {
    let (report, states) = try await explore { shelf in
      async let a: Void = shelf.load("a")
      async let b: Void = shelf.load("b")
      async let look: Void = step("look") { shelf.note("look") }
      _ = try await (a, b, look)
    }
    #expect(
      states == ["look after , ab", "look after a, ab", "look after ab, ab", "look after b, ab"])
    #expect(report.orders.count == 4)
    #expect(report.pruned == 2)
  }

  @Test func anIndependentCallThatEndsTheScenarioEarlyIsTriedLast() async throws {
    let (report, _) = try await explore { shelf in
      async let a: Void = shelf.load("a")
      _ = Task { try await shelf.load("b") }
      try await a
    }
    #expect(Set(report.orders.map(\.events.count)) == [1, 2])
  }

  /// The end of one independent call cancels a call that is not: it matters which of them went on before.
  @Test func whatAnIndependentCallCancelsIsTriedBeforeEachOfThem() async throws {
    let (report, states) = try await explore { shelf in
      let save = Task { try? await shelf.save("d") }
      async let a: Void = {
        try await shelf.load("a")
        save.cancel()
      }()
      async let b: Void = shelf.load("b")
      _ = try await (a, b)
      await save.value
    }
    #expect(report.isComplete)
    #expect(states == ["ab", "d after , ab", "d after b, ab"])
  }

  @Test func aStepThatNobodyAwaitsIsTriedBetweenIndependentCalls() async throws {
    let (_, states) = try await explore { shelf in
      Task { await step("late") { shelf.note("late") } }
      async let a: Void = shelf.load("a")
      async let b: Void = shelf.load("b")
      _ = try await (a, b)
    }
    #expect(states == ["ab", "late after , ab", "late after a, ab", "late after b, ab"])
  }

  @Test func aStepThatAnIndependentCallLeadsToIsTriedBeforeTheOther() async throws {
    let (_, states) = try await explore { shelf in
      async let b: Void = shelf.load("b")
      async let a: Void = {
        try await shelf.load("a")
        Task { await step("late") { shelf.note("late") } }
      }()
      _ = try await (b, a)
    }
    #expect(states == ["ab", "late after a, ab"])
  }

  /// What is left out differs in nothing: random scenarios come to the same states as with all orders.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func noStateIsMissed(seed: UInt64) async throws {
    let scenario = RandomScenario(seed: seed)
    let (all, states) = try await explore(declaring: false, scenario.run)
    let (few, fewStates) = try await explore(scenario.run)
    #expect(all.isComplete && few.isComplete, "\(scenario)")
    #expect(fewStates == states, "\(scenario)")
    #expect(few.orders.count <= all.orders.count)
    let counted = few.orders.count + few.pruned
    if scenario.isWithoutJoins {
      #expect(counted == all.orders.count, "\(scenario)")
    } else {
      #expect(counted >= all.orders.count, "\(scenario)")
    }
  }
}

/// Loads in any order, and notes what was loaded whenever something else happens.
private struct FakeShelf: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Void, AsyncThrows> = "load"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let find = "find"
  let keys = Captured<Set<String>>([])
  let log = Captured<[String]>([])
  var loaded: String { keys.value.sorted().joined() }

  init(declaring: Bool = true) {
    when(\.load) { [keys] key in keys.withValue { _ = $0.insert(key) } }
    when(\.find) { _, _ in }
    guard declaring else { return }
    independent(\.load)
    independent(\.find)
  }

  func load(_ key: String) async throws { try await handleCall(\.load, key) }
  func find(_ key: String) async throws { try await handleAsyncCall(\.find, params: key) }
  func save(_ key: String) async throws {
    try await handleCall(\.save, key, default: note(key))
  }
  func note(_ text: String) {
    let loaded = loaded
    log.withValue { $0.append("\(text) after \(loaded)") }
  }
}

/// Tasks that load, save, take steps, and cancel each other, phase by phase.
private struct RandomScenario: Sendable {
  enum Move: Sendable { case load, save, step, saveAfterStep, cancelFirst, loadThenCancelFirst }

  let phases: [[[Move]]]

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var left = 6
    var phases: [[[Move]]] = []
    while left > 0 {
      var tasks: [[Move]] = []
      for _ in 0..<Int.random(in: 1...4, using: &numbers) where left > 0 {
        let count = min(left, Int.random(in: 1...2, using: &numbers))
        left -= count
        tasks.append(
          (0..<count).map { _ in
            let moves: [Move] = [
              .load, .load, .load, .load, .save, .step, .saveAfterStep, .cancelFirst,
              .loadThenCancelFirst,
            ]
            return moves.randomElement(using: &numbers) ?? .load
          })
      }
      phases.append(tasks)
    }
    self.phases = phases
  }

  var isWithoutJoins: Bool { phases.count == 1 }

  func run(on shelf: FakeShelf) async {
    for (number, phase) in phases.enumerated() {
      let tasks = Captured<[Task<Void, Never>]>([])
      // What is independent cancels no other that is.
      let mayCancel = phase.first.map { $0.allSatisfy { $0 == .save || $0 == .step } } ?? false
      for (place, moves) in phase.enumerated() {
        let task = Task {
          for (turn, move) in moves.enumerated() {
            await take(move, "\(number)\(place)\(turn)", shelf, tasks, mayCancel: mayCancel)
          }
        }
        tasks.withValue { $0.append(task) }
      }
      for task in tasks.value { await task.value }
    }
  }

  private func take(
    _ move: Move, _ name: String, _ shelf: FakeShelf, _ tasks: Captured<[Task<Void, Never>]>,
    mayCancel: Bool
  ) async {
    switch move {
    case .load: try? await shelf.load(name)
    case .save: try? await shelf.save(name)
    case .step: await step(name) { shelf.note("step") }
    case .saveAfterStep:
      if shelf.log.value.contains(where: { $0.hasPrefix("step") }) { try? await shelf.save(name) }
    case .cancelFirst: await step(name) { tasks.value.first?.cancel() }
    case .loadThenCancelFirst:
      try? await shelf.load(name)
      if mayCancel { tasks.value.first?.cancel() }
    }
  }
}
