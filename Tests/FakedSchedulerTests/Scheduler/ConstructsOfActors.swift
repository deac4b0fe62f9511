import TestSupport

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
  static let ofActors: [Construct] = [
    Construct(
      "a group whose children get and set", orders: 36, "1", "2"
    ) {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await increment(counter) } }
      }
      return "\(await counter.value)"
    },
    Construct(
      "three async let that get and set", orders: 100, "1", "2", "3"
    ) {
      let counter = Counter()
      async let first: Void = increment(counter)
      async let second: Void = increment(counter)
      async let third: Void = increment(counter)
      _ = await (first, second, third)
      return "\(await counter.value)"
    },
    Construct(
      "two tasks that get and set", orders: 12, "1", "2"
    ) {
      let counter = Counter()
      let tasks = (0..<2).map { _ in Task { await increment(counter) } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct(
      "two detached tasks that get and set", orders: 12, "1", "2"
    ) {
      let counter = Counter()
      let tasks = (0..<2).map { _ in Task.detached { await increment(counter) } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct(
      "two tasks that get and set twice", orders: 15, "2", "4"
    ) {
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
    Construct(
      "a reentrant actor", orders: 13, "2"
    ) {
      let counter = Counter()
      let bank = Bank(counter)
      let tasks = (0..<2).map { _ in Task { await bank.deposit() } }
      for task in tasks { await task.value }
      return "\(await counter.value)"
    },
    Construct(
      "tasks that inherit the actor that makes them", orders: 1, "2"
    ) {
      let spawner = Spawner()
      let other = Counter()
      let tasks = [await spawner.start(other), await spawner.start(other)]
      for task in tasks { await task.value }
      return "\(await spawner.read())"
    },
    Construct(
      "a global actor", orders: 38, "1", "2"
    ) {
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
    Construct(
      "the main actor", orders: 89, "1", "2"
    ) {
      let screen = Screen()
      async let first: Void = screen.load()
      async let second: Void = screen.load()
      _ = await (first, second)
      return "\(await screen.count)"
    },
    Construct(
      "tasks that inherit the main actor", orders: 45, "1", "2"
    ) {
      let screen = Screen()
      let first = await screen.startLoading()
      let second = await screen.startLoading()
      await first.value
      await second.value
      return "\(await screen.count)"
    },
    Construct(
      "a stream that unfolds and is canceled", orders: 12, "", "0", "01"
    ) {
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
  ]
}
