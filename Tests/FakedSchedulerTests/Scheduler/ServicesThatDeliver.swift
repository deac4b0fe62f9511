import Faked
import FakedScheduler

extension Service {
  /// Services that deliver events or lists.
  static let delivering: [Service] = [
    Service(
      name: "a stream observer registers after it starts the work", firstFailure: 2,
      orders: [1, 3, 4], run: observer),
    Service(
      name: "events start a task each", firstFailure: 3,
      orders: [1, 5, 12], run: eventLog),
    Service(
      name: "a list arrives after a later delete", firstFailure: 1,
      orders: [1, 7, 29],
      run: list
    ),
  ]
}

// MARK: - Observer

private actor Feed {
  private var observers: [AsyncStream<Int>.Continuation] = []
  func observe() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    observers.append(continuation)
    return stream
  }
  func publish(_ number: Int) { for observer in observers { observer.yield(number) } }
  func finish() { for observer in observers { observer.finish() } }
}

@Sendable private func observer(isFixed: Bool) async -> String {
  let feed = Feed()
  var stream: AsyncStream<Int>?
  if isFixed { stream = await feed.observe() }
  let producer = Task {
    await feed.publish(1)
    await feed.publish(2)
  }
  let elements: AsyncStream<Int>
  if let stream { elements = stream } else { elements = await feed.observe() }
  await producer.value
  await feed.finish()
  var received: [Int] = []
  for await element in elements { received.append(element) }
  return received == [1, 2] ? "" : "received \(received)"
}

// MARK: - Event log

private actor EventLog {
  private(set) var events: [String] = []
  func add(_ event: String) { events.append(event) }
}

@Sendable private func eventLog(isFixed: Bool) async -> String {
  let log = EventLog()
  let (stream, continuation) = AsyncStream.makeStream(of: String.self)
  let events = ["open", "close"]
  if isFixed {
    for event in events { continuation.yield(event) }
    continuation.finish()
    await Task { for await event in stream { await log.add(event) } }.value
  } else {
    let tasks = events.map { event in Task { await log.add(event) } }
    for task in tasks { await task.value }
  }
  let logged = await log.events
  return logged == events ? "" : "logged \(logged)"
}

// MARK: - List

private actor ListModel {
  private var items: [String] = []
  private var version = 0
  private let store: ListStore
  private let isFixed: Bool

  init(_ store: ListStore, isFixed: Bool) {
    self.store = store
    self.isFixed = isFixed
  }

  func refresh() async {
    version += 1
    let asked = version
    let response = await store.list()
    if isFixed, asked != version { return }
    items = response
  }

  func delete(_ item: String) async {
    version += 1
    items.removeAll { $0 == item }
    await store.delete(item)
    version += 1
    // A response may have arrived before the store deleted the item.
    if isFixed { items.removeAll { $0 == item } }
  }

  var shown: [String] { items }
}

private actor ListStore {
  private var items = ["a", "b"]
  func list() async -> [String] {
    let response = items
    await arrive("the list arrives")
    return response
  }
  func delete(_ item: String) { items.removeAll { $0 == item } }
}

@Sendable private func list(isFixed: Bool) async -> String {
  let model = ListModel(ListStore(), isFixed: isFixed)
  async let refresh: Void = model.refresh()
  async let delete: Void = model.delete("a")
  _ = await (refresh, delete)
  let shown = await model.shown
  return shown.contains("a") ? "shows the deleted item" : ""
}
