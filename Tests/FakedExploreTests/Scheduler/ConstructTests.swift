import Faked
import FakedExplore
import TestSupport
import Testing

/// A use of concurrency, the number of its orders, and its possible results.
struct Construct: Sendable, CustomTestStringConvertible {
  let name: String
  let orders: Int
  let results: [String]
  let body: @Sendable () async -> String

  init(
    _ name: String, orders: Int, _ results: String..., body: @escaping @Sendable () async -> String
  ) {
    self.name = name
    self.orders = orders
    self.results = results
    self.body = body
  }

  var testDescription: String { name }
}

@Suite struct ConstructTests {
  @Test(arguments: Construct.all)
  func everyOrderIsRunOnce(_ construct: Construct) async {
    let explored = await explore(construct.body)
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.divergences == 0)
    #expect(explored.outsideOrders == 0)
    #expect(Set(explored.results.keys).isSubset(of: construct.results))
    if ExactOrders.areKnown {
      #expect(explored.results.keys.sorted() == construct.results)
      #expect(explored.orders == construct.orders)
    }
  }

  @Test(.enabled(if: TaskControl.isComplete), arguments: Construct.all.filter { $0.orders < 2_000 })
  func ordersAreTheSameInEachRun(_ construct: Construct) async {
    let first = await explore(construct.body)
    for _ in 1..<Repetitions.count { #expect(await explore(construct.body) == first) }
  }
}

private actor Counter {
  var value = 0
  func get() -> Int { value }
  func set(_ new: Int) { value = new }
}

/// Adds 1 in two calls, between which others may do the same.
private func increment(_ counter: Counter) async {
  let value = await counter.get()
  await counter.set(value + 1)
}

private actor Bank {
  private let counter: Counter
  init(_ counter: Counter) { self.counter = counter }
  func deposit() async { await increment(counter) }
}

private actor Spawner {
  private var count = 0
  func start(_ other: Counter) -> Task<Void, Never> {
    Task {
      let value = count
      _ = await other.get()
      count = value + 1
    }
  }
  func read() -> Int { count }
}

@MainActor private final class Screen {
  private let counter = Counter()
  var count = 0

  func load() async {
    let value = count
    _ = await counter.get()
    count = value + 1
  }

  func startLoading() -> Task<Void, Never> { Task { await load() } }
}

@globalActor private actor Ledger {
  static let shared = Ledger()
  var value = 0
}

@Ledger private final class Account {
  private var balance = 0
  func get() -> Int { balance }
  func set(_ new: Int) { balance = new }
}

extension Construct {
  static let all: [Construct] = [
    Construct(
      "a group, in the order in which its children end", orders: 24,
      "012", "021", "102", "120", "201", "210"
    ) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<3 { group.addTask { number } }
        return await group.reduce("") { "\($0)\($1)" }
      }
    },
    Construct("a group whose children get and set", orders: 54, "1", "2") {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await increment(counter) } }
      }
      return "\(await counter.value)"
    },
    Construct(
      "a group that is canceled after its first result", orders: 50,
      "0 1", "0 canceled", "1 0", "1 canceled"
    ) {
      await withTaskGroup(of: String.self) { group in
        for number in 0..<2 {
          group.addTask {
            await Task.yield()
            return Task.isCancelled ? "canceled" : "\(number)"
          }
        }
        let first = await group.next() ?? ""
        group.cancelAll()
        return await group.reduce(first) { "\($0) \($1)" }
      }
    },
    Construct("a discarding group", orders: 6, "012", "021", "102", "120", "201", "210") {
      let text = SharedText()
      await withDiscardingTaskGroup { group in
        for number in 0..<3 { group.addTask { text.add("\(number)") } }
      }
      return text.text
    },
    Construct("three async let that get and set", orders: 3_702, "1", "2", "3") {
      let counter = Counter()
      async let first: Void = increment(counter)
      async let second: Void = increment(counter)
      async let third: Void = increment(counter)
      _ = await (first, second, third)
      return "\(await counter.value)"
    },
    Construct("three tasks", orders: 13, "012", "021", "102", "120", "201", "210") {
      let text = SharedText()
      let tasks = (0..<3).map { number in Task { text.add("\(number)") } }
      for task in tasks { await task.value }
      return text.text
    },
    Construct("two tasks that get and set", orders: 38, "1", "2") {
      let counter = Counter()
      let tasks = (0..<2).map { _ in Task { await increment(counter) } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct("two detached tasks that get and set", orders: 38, "1", "2") {
      let counter = Counter()
      let tasks = (0..<2).map { _ in Task.detached { await increment(counter) } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct("two tasks that get and set twice", orders: 6_690, "2", "3", "4") {
      let counter = Counter()
      let tasks = (0..<2).map { _ in
        Task {
          for _ in 0..<2 {
            let value = await counter.get()
            await counter.set(value + 1)
          }
        }
      }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct("a task that nobody awaits", orders: 10, "abc", "ac", "c") {
      let text = SharedText()
      Task {
        text.add("a")
        await Task.yield()
        text.add("b")
      }
      await Task.yield()
      text.add("c")
      return text.text
    },
    Construct(
      "a task that is canceled before it may have started", orders: 3,
      "canceled", "ran"
    ) {
      let task = Task { Task.isCancelled ? "canceled" : "ran" }
      await Task.yield()
      task.cancel()
      return await task.value
    },
    Construct(
      "children that yield", orders: 50,
      "aabb", "abab", "abba", "baab", "baba", "bbaa"
    ) {
      let text = SharedText()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            text.add(name)
            await Task.yield()
            text.add(name)
          }
        }
      }
      return text.text
    },
    Construct(
      "tasks that yield", orders: 35,
      "aabb", "abab", "abba", "baab", "baba", "bbaa"
    ) {
      let text = SharedText()
      let tasks = ["a", "b"].map { name in
        Task {
          text.add(name)
          await Task.yield()
          text.add(name)
        }
      }
      for task in tasks { await task.value }
      return text.text
    },
    Construct("a reentrant actor", orders: 344, "1", "2") {
      let counter = Counter()
      let bank = Bank(counter)
      let tasks = (0..<2).map { _ in Task { await bank.deposit() } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct("tasks that inherit the actor that makes them", orders: 2593, "1", "2") {
      let spawner = Spawner()
      let other = Counter()
      let tasks = [await spawner.start(other), await spawner.start(other)]
      for task in tasks { await task.value }
      return "\(await spawner.read())"
    },
    Construct("a global actor", orders: 54, "1", "2") {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let balance = await account.get()
            await account.set(balance + 1)
          }
        }
      }
      return "\(await account.get())"
    },
    Construct("the main actor", orders: 31, "1", "2") {
      let screen = Screen()
      async let first: Void = screen.load()
      async let second: Void = screen.load()
      _ = await (first, second)
      return "\(await screen.count)"
    },
    Construct("tasks that inherit the main actor", orders: 30, "1", "2") {
      let screen = Screen()
      let first = await screen.startLoading()
      let second = await screen.startLoading()
      await first.value
      await second.value
      return "\(await screen.count)"
    },
    Construct("a stream that keeps the newest element", orders: 27, "012", "02") {
      let text = SharedText()
      let (stream, continuation) = AsyncStream.makeStream(
        of: Int.self, bufferingPolicy: .bufferingNewest(1))
      let producer = Task {
        for number in 0..<3 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
      for await number in stream { text.add("\(number)") }
      await producer.value
      return text.text
    },
    Construct("a stream that unfolds and is canceled", orders: 105, "", "0", "01") {
      let text = SharedText()
      let counter = Counter()
      let stream = AsyncStream<Int> {
        let value = await counter.get()
        await counter.set(value + 1)
        return value < 2 ? value : nil
      }
      let consumer = Task { for await number in stream { text.add("\(number)") } }
      await Task.yield()
      consumer.cancel()
      await consumer.value
      return text.text
    },
    Construct(
      "two tasks that yield twice", orders: 462, "abcd", "acbd", "acdb", "cabd", "cadb", "cdab"
    ) {
      let text = SharedText()
      @Sendable func write(_ first: String, _ second: String) async {
        for name in [first, second] {
          await Task.yield()
          text.add(name)
        }
      }
      async let first: Void = write("a", "b")
      async let second: Void = write("c", "d")
      _ = await (first, second)
      return text.text
    },
    Construct("events", orders: 510, "abc", "acb", "bac", "bca", "cab", "cba") {
      let text = SharedText()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            await Scheduler.current?.event(named: name)
            text.add(name)
          }
        }
      }
      return text.text
    },
  ]
}
