import Faked
import FakedScheduler

extension Service {
  /// Services that wait: for a clock, for a response, or for each other.
  static let overTime: [Service] = [
    Service(
      name: "a debounced search shows an old result", firstFailure: 72,
      orders: [1, 18, 160],
      run: debounce),
    Service(
      name: "a timeout ends a commit that has had its effect", firstFailure: 6,
      orders: [1, 6, 36],
      run: commit),
    Service(
      name: "a retry outlives its task group", firstFailure: 11,
      orders: [1, 7, 44], run: upload),
    Service(
      name: "a canceled task keeps the permit of a semaphore", firstFailure: 1,
      orders: [1, 9, 28],
      run: permits),
    Service(
      name: "an old autosave lands last", firstFailure: 3,
      orders: [1, 9, 44], run: autosave),
  ]
}

// MARK: - Debounce

private actor SearchIndex {
  func find(_ text: String) async -> String {
    await arrive("the results of \(text) arrive")
    return "results of \(text)"
  }
}

@MainActor private final class SearchField {
  private(set) var shown = ""
  private let index = SearchIndex()
  private let clock: FakeClock
  private let isFixed: Bool
  private var typing: Task<Void, Never>?

  nonisolated init(_ clock: FakeClock, isFixed: Bool) {
    self.clock = clock
    self.isFixed = isFixed
  }

  func type(_ text: String) {
    typing?.cancel()
    typing = Task {
      try? await clock.sleep(for: .milliseconds(300))
      if Task.isCancelled { return }
      let found = await index.find(text)
      if isFixed, Task.isCancelled { return }
      shown = found
    }
  }
}

@Sendable private func debounce(isFixed: Bool) async -> String {
  let clock = FakeClock()
  let field = SearchField(clock, isFixed: isFixed)
  await field.type("s")
  try? await clock.sleep(for: .milliseconds(400))
  await field.type("sw")
  await settle()
  try? await clock.sleep(for: .seconds(1))
  await settle()
  let shown = await field.shown
  return shown == "results of sw" ? "" : "shows \(shown)"
}

// MARK: - Commit

private actor Ledger {
  private(set) var keys: [Int] = []

  func commit(_ key: Int) async {
    if !keys.contains(key) { keys.append(key) }
    await arrive("the commit is confirmed")
  }
}

@Sendable private func commit(isFixed: Bool) async -> String {
  let clock = FakeClock()
  let ledger = Ledger()
  for attempt in 0..<2 {
    let isConfirmed = await withTimeout(on: clock, orElse: false) {
      await ledger.commit(isFixed ? 0 : attempt)
      return true
    }
    if isConfirmed { break }
  }
  let count = await ledger.keys.count
  return count == 1 ? "" : "committed \(count) times"
}

// MARK: - Retry

private actor UploadServer {
  private var isOpen = true
  private(set) var problem = ""

  func upload() async -> Bool {
    if !isOpen { problem = "uploaded after the server was closed" }
    await arrive("the upload ends")
    return isOpen
  }

  func close() { isOpen = false }
}

@Sendable private func upload(isFixed: Bool) async -> String {
  let clock = FakeClock()
  let server = UploadServer()
  await withTaskGroup(of: Void.self) { group in
    group.addTask {
      let isDone = await withTimeout(on: clock, orElse: false) { await server.upload() }
      if isDone { return }
      let retry = Task { _ = await server.upload() }
      if isFixed { await retry.value }
    }
  }
  await server.close()
  await settle()
  return await server.problem
}

// MARK: - Semaphore

private actor Permits {
  private(set) var free = 1
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withUnsafeContinuation { waiters.append($0) }
    }
  }

  func give() {
    if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
  }
}

@Sendable private func permits(isFixed: Bool) async -> String {
  let permits = Permits()
  @Sendable func work() async {
    if Task.isCancelled { return }
    await permits.take()
    if Task.isCancelled, !isFixed { return }
    await permits.give()
  }
  let first = Task { await work() }
  let second = Task { await work() }
  _ = await permits.free
  second.cancel()
  await first.value
  await second.value
  let free = await permits.free
  return free == 1 ? "" : "the permit is lost"
}

// MARK: - Autosave

private actor Drafts {
  private(set) var text = ""
  private var version = 0

  func save(_ new: String, _ version: Int, isFixed: Bool) {
    if isFixed, version < self.version { return }
    self.version = version
    text = new
  }
}

@Sendable private func autosave(isFixed: Bool) async -> String {
  let drafts = Drafts()
  @Sendable func save(_ text: String, _ version: Int) async {
    await arrive("\(text) reaches the disk")
    await drafts.save(text, version, isFixed: isFixed)
  }
  async let automatic: Void = save("draft", 1)
  async let last: Void = save("final", 2)
  _ = await (automatic, last)
  let text = await drafts.text
  return text == "final" ? "" : "saved the \(text)"
}
