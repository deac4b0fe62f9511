import Faked
import FakedScheduler
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
        name: "a sync engine reads and saves a note in two calls", firstFailure: 1,
        orders: [1, 9, 37],
        run: syncEngine),
      Service(
        name: "a reentrant wallet checks its balance before it pays", firstFailure: 1,
        orders: [1, 5, 12],
        run: wallet),
      Service(
        name: "a cache fills twice", firstFailure: 1,
        orders: [1, 7, 37], run: cache),
      Service(
        name: "an old write lands after a sign-out", firstFailure: 1,
        orders: [1, 3, 5],
        run: signOut),
      Service(
        name: "a screen counts loads on the main actor", firstFailure: 1,
        orders: [1, 4, 7],
        run: screen),
      Service(
        name: "two tasks resume a continuation", firstFailure: 1,
        orders: [1, 5, 12], run: latch),
    ] + delivering + overTime
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
