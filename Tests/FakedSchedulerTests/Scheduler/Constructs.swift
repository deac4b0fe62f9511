import FakedScheduler
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

extension Construct {
  static let all = ofTasks + ofActors

  private static let ofTasks: [Construct] = [
    Construct(
      "a group, in the order in which its children end", orders: 44, "012", "021", "102", "120",
      "201", "210"
    ) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<3 { group.addTask { number } }
        return await group.reduce("") { "\($0)\($1)" }
      }
    },
    Construct(
      "a group that is canceled after its first result", orders: 27, "0 1", "0 canceled", "1 0",
      "1 canceled"
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
    Construct(
      "a discarding group", orders: 18, "012", "021", "102", "120", "201", "210"
    ) {
      let text = SharedText()
      await withDiscardingTaskGroup { group in
        for number in 0..<3 { group.addTask { text.add("\(number)") } }
      }
      return text.text
    },
    Construct(
      "three tasks", orders: 28, "012", "021", "102", "120", "201", "210"
    ) {
      let text = SharedText()
      let tasks = (0..<3).map { number in Task { text.add("\(number)") } }
      for task in tasks { await task.value }
      return text.text
    },
    Construct(
      "a task that nobody awaits", orders: 11, "abc", "ac", "c"
    ) {
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
      "a task that is canceled before it may have started", orders: 5, "canceled", "ran"
    ) {
      let task = Task { Task.isCancelled ? "canceled" : "ran" }
      await Task.yield()
      task.cancel()
      return await task.value
    },
    Construct(
      "children that yield", orders: 29, "aabb", "abab", "abba", "baab", "baba", "bbaa"
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
      "tasks that yield", orders: 21, "aabb", "abab", "abba", "baab", "baba", "bbaa"
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
    Construct(
      "a stream that keeps the newest element", orders: 40, "012", "02", "12", "2"
    ) {
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
    Construct(
      "two tasks that yield twice", orders: 37, "abcd", "acbd", "acdb", "cabd", "cadb", "cdab"
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
    Construct(
      "events", orders: 203, "abc", "acb", "bac", "bca", "cab", "cba"
    ) {
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
