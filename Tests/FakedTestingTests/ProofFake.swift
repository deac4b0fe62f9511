import Dispatch
import FakedTesting
import Foundation

/// The fake of the proofs: nothing calls it, so every check of a call fails.
struct ProofFake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let nowID: FunctionID<() -> Int, Returns> = "now"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func now() -> Int { handleCall(\.nowID) }
}

/// The places a check can be made from.
enum Origin: String, CaseIterable, Sendable {
  case task, childTask, detachedTask, queue, thread

  func run(_ check: @escaping @Sendable () -> Void) async {
    switch self {
    case .task: check()
    case .childTask: await withTaskGroup(of: Void.self) { $0.addTask { check() } }
    case .detachedTask: await Task.detached { check() }.value
    case .queue: await finished { done in DispatchQueue.global().async { done(check) } }
    case .thread: await finished { done in Thread { done(check) }.start() }
    }
  }

  private func finished(
    _ start: (@escaping @Sendable (@Sendable () -> Void) -> Void) -> Void
  ) async {
    await withCheckedContinuation { continuation in
      start { check in
        check()
        continuation.resume()
      }
    }
  }
}
