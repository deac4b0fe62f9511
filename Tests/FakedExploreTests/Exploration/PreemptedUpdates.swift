import FakedExplore
import TestSupport
import Testing

/// The ways in which a task adds 1 to a number.
enum UpdateBug: Sendable {
  case none, readAndWrite, readDirectly, writeDirectly, stream, afterStep
}

/// A number whose functions never suspend.
final class PreemptedStore: Sendable {
  let number = Captured(0)
  func read() async -> Int { number.value }
  func write(_ new: Int) async { number.value = new }
  func increment() async { number.withValue { $0 += 1 } }

  func add(_ bug: UpdateBug) async {
    switch bug {
    case .none: await increment()
    case .readAndWrite: await write(await read() + 1)
    case .afterStep:
      await step("begin") {}
      await add(.readAndWrite)
    case .readDirectly:
      let old = number.value
      await write(old + 1)
    case .writeDirectly:
      let old = await read()
      number.value = old + 1
    case .stream:
      let (elements, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      continuation.finish()
      var sum = number.value
      for await element in elements { sum += element }
      number.value = sum
    }
  }
}

/// Adds 1 in two tasks, and expects that no update is lost.
func expectTwoUpdates(_ bug: UpdateBug) async throws {
  let store = PreemptedStore()
  async let first: Void = store.add(bug)
  async let second: Void = store.add(bug)
  _ = await (first, second)
  #expect(await store.read() == 2)
}

/// Reads a number twice, and fetches if another task has changed it in between.
func fetchIfChanged(_ depot: FakeDepot) async throws {
  let (store, storage) = (PreemptedStore(), FakeStorage())
  @Sendable func check() async {
    let old = await store.read()
    if await store.read() != old { _ = try? await depot.fetch("changed") }
  }
  async let checking: Void = check()
  async let adding: Void = store.increment()
  // Other tasks may run as long as this call waits.
  async let saving: Void = storage.save(User())
  _ = try await (checking, adding, saving)
}
