import Faked
import TestSupport

// Actors whose methods await others of the same actor.

func write(_ text: String, to log: Captured<[String]>) async { log.withValue { $0.append(text) } }

@MainActor func writeOnMainActor(_ text: String, to log: Captured<[String]>) {
  log.withValue { $0.append(text) }
}

@globalActor actor SharedActor { static let shared = SharedActor() }
@SharedActor func writeOnGlobalActor(_ text: String, to log: Captured<[String]>) {
  log.withValue { $0.append(text) }
}

actor Keeper {
  private let log: Captured<[String]>
  private let lock = Captured(0)
  init(_ log: Captured<[String]>) { self.log = log }

  func work(_ kind: String) async {
    write("before")
    switch kind {
    case "calls a closure":
      let closure: (isolated Keeper) async -> Void = { $0.count += 1 }
      await closure(self)
    case "resumes a continuation": await withCheckedContinuation { $0.resume() }
    case "awaits a finished task":
      let task = Task {}
      await task.value
      await task.value
    default: await grow()
    }
    write("after")
  }

  func workAndCreateATask() async -> Task<Void, Never> {
    let task = Task { write("child") }
    await work("calls a method")
    return task
  }

  func workWithAChild() async {
    async let other: Void = FakedExploreTests.write("other", to: log)
    write("before")
    await grow()
    write("after")
    await other
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func workInAnImmediateTask() {
    lock.withValue { _ in
      _ = Task.immediate {
        write("before")
        await grow()
        write("after")
      }
    }
  }

  var count = 0
  private func grow() async { count += 1 }
  func write(_ text: String) { log.withValue { $0.append(text) } }
}

@MainActor final class MainKeeper {
  private let log: Captured<[String]>
  init(_ log: Captured<[String]>) { self.log = log }

  func work() async {
    write("before")
    await grow()
    write("after")
  }

  var count = 0
  private func grow() async { count += 1 }
  func write(_ text: String) { log.withValue { $0.append(text) } }

  /// Returns 1 if another job of the main actor ran within this one.
  func violations() async -> Int {
    let before = count
    await grow()
    return count == before + 1 ? 0 : 1
  }
}
