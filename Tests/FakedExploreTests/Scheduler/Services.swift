import Faked
import FakedExplore
import Testing

/// A plausible service with a bug, and the same service without it.
struct Service: Sendable, CustomTestStringConvertible {
  let name: String
  /// The number of the first order that shows the bug, with at most 2 preemptions.
  let firstFailure: Int
  /// The numbers of orders with at most 0, 1, and 2 preemptions.
  let orders: [Int]
  /// Returns the problem that a run has, or an empty text.
  let run: @Sendable (_ isFixed: Bool) async -> String

  var testDescription: String { name }

  static let all: [Service] =
    [
      Service(
        name: "a sync engine reads and saves a note in two calls", firstFailure: 7,
        orders: [3, 19, 61],
        run: syncEngine),
      Service(
        name: "a reentrant wallet checks its balance before it pays", firstFailure: 5,
        orders: [3, 18, 67],
        run: wallet),
      Service(name: "a cache fills twice", firstFailure: 11, orders: [4, 32, 148], run: cache),
      Service(
        name: "a stream observer registers after it starts the work", firstFailure: 4,
        orders: [1, 4, 6], run: observer),
      Service(
        name: "two tasks resume a continuation", firstFailure: 5, orders: [3, 18, 67], run: latch),
      Service(name: "events start a task each", firstFailure: 3, orders: [3, 6, 6], run: eventLog),
      Service(
        name: "an old write lands after a sign-out", firstFailure: 1, orders: [1, 4, 6],
        run: signOut),
      Service(
        name: "a screen counts loads on the main actor", firstFailure: 1, orders: [2, 6, 7],
        run: screen),
      Service(
        name: "a list arrives after a later delete", firstFailure: 1, orders: [4, 32, 116],
        run: list
      ),
    ] + overTime
}

/// Waits for a response: an event of an exploration, and elsewhere a short time by chance.
func arrive(_ event: String, isolation: isolated (any Actor)? = #isolation) async {
  if let scheduler = Scheduler.current { return await scheduler.event(named: event) }
  try? await Task.sleep(for: .microseconds(Int.random(in: 0..<200)))
}

/// Waits until no task can run, and outside an exploration for some time.
func settle(isolation: isolated (any Actor)? = #isolation) async {
  if let scheduler = Scheduler.current { return await scheduler.untilIdle() }
  try? await Task.sleep(for: .microseconds(500))
}

// MARK: - Sync engine

private actor NoteStore {
  private var notes = ["a": ""]
  func note(_ id: String) -> String { notes[id] ?? "" }
  func save(_ text: String, _ id: String) { notes[id] = text }
  func append(_ text: String, to id: String) { notes[id, default: ""] += text }
}

@Sendable private func syncEngine(isFixed: Bool) async -> String {
  let store = NoteStore()
  @Sendable func edit(_ text: String) async {
    if isFixed { return await store.append(text, to: "a") }
    let old = await store.note("a")
    await store.save(old + text, "a")
  }
  async let first: Void = edit("x")
  async let second: Void = edit("y")
  _ = await (first, second)
  let note = await store.note("a")
  return note.count == 2 ? "" : "lost an edit: \(note)"
}

// MARK: - Wallet

private actor Bank {
  private(set) var paid = 0
  func pay(_ amount: Int) { paid += amount }
}

private actor Wallet {
  private var balance = 10
  private let bank: Bank
  private let isFixed: Bool

  init(_ bank: Bank, isFixed: Bool) {
    self.bank = bank
    self.isFixed = isFixed
  }

  func pay(_ amount: Int) async {
    guard balance >= amount else { return }
    if isFixed { balance -= amount }
    await bank.pay(amount)
    if !isFixed { balance -= amount }
  }
}

@Sendable private func wallet(isFixed: Bool) async -> String {
  let bank = Bank()
  let wallet = Wallet(bank, isFixed: isFixed)
  let tasks = (0..<2).map { _ in Task { await wallet.pay(10) } }
  for task in tasks { await task.value }
  let paid = await bank.paid
  return paid == 10 ? "" : "paid \(paid) of 10"
}

// MARK: - Cache

private actor Server {
  private(set) var loads = 0
  func load() -> Int {
    loads += 1
    return 42
  }
}

private actor Cache {
  private var value: Int?
  private var loading: Task<Int, Never>?
  private let server: Server
  private let isFixed: Bool

  init(_ server: Server, isFixed: Bool) {
    self.server = server
    self.isFixed = isFixed
  }

  func get() async -> Int {
    if let value { return value }
    if isFixed {
      let task = loading ?? Task { await server.load() }
      loading = task
      return await task.value
    }
    let loaded = await server.load()
    value = loaded
    return loaded
  }
}

@Sendable private func cache(isFixed: Bool) async -> String {
  let server = Server()
  let cache = Cache(server, isFixed: isFixed)
  await withTaskGroup(of: Int.self) { group in
    for _ in 0..<2 { group.addTask { await cache.get() } }
  }
  let loads = await server.loads
  return loads == 1 ? "" : "loaded \(loads) times"
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

// MARK: - Latch

private actor Latch {
  private var isOpen = false
  private(set) var resumptions = 0
  private let clock = NoteStore()
  private let isFixed: Bool

  init(isFixed: Bool) { self.isFixed = isFixed }

  func open() async {
    guard !isOpen else { return }
    if isFixed { isOpen = true }
    await clock.save("opened", "log")
    isOpen = true
    resumptions += 1
  }
}

@Sendable private func latch(isFixed: Bool) async -> String {
  let latch = Latch(isFixed: isFixed)
  let tasks = (0..<2).map { _ in Task { await latch.open() } }
  for task in tasks { await task.value }
  let resumptions = await latch.resumptions
  return resumptions == 1 ? "" : "resumed \(resumptions) times"
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

// MARK: - Sign-out

private actor Session {
  private let disk: NoteStore
  private let isFixed: Bool
  private var saving: Task<Void, Never>?

  init(_ disk: NoteStore, isFixed: Bool) {
    self.disk = disk
    self.isFixed = isFixed
  }

  func signIn(_ name: String) {
    saving = Task { [disk] in await disk.save(name, "user") }
  }

  func signOut() async {
    if isFixed { await saving?.value }
    await disk.save("", "user")
  }
}

@Sendable private func signOut(isFixed: Bool) async -> String {
  let disk = NoteStore()
  let session = Session(disk, isFixed: isFixed)
  await session.signIn("Ada")
  await session.signOut()
  await settle()
  let user = await disk.note("user")
  return user.isEmpty ? "" : "\(user) is still signed in"
}

// MARK: - Screen

@MainActor private final class Screen {
  private(set) var count = 0
  private let server = Server()
  private let isFixed: Bool

  nonisolated init(isFixed: Bool) { self.isFixed = isFixed }

  func load() async {
    let old = count
    _ = await server.load()
    count = (isFixed ? count : old) + 1
  }
}

@Sendable private func screen(isFixed: Bool) async -> String {
  let screen = Screen(isFixed: isFixed)
  let tasks = (0..<2).map { _ in Task { @MainActor in await screen.load() } }
  for task in tasks { await task.value }
  let count = await screen.count
  return count == 2 ? "" : "counted \(count)"
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
