import Foundation

/// The protocol that the code under test uses for all fakes, so that the compiler can't specialize it for a type.
protocol Sender {
  func send(_ key: String, _ number: Int) throws -> Int
}

/// A careful handwritten fake: a lock, a count, typed arguments, and a closure.
final class HandWritten: Sender, @unchecked Sendable {
  let lock = NSLock()
  var count = 0
  var arguments: [(String, Int)] = []
  var behavior: ((String, Int) throws -> Int)?

  func when(_ behavior: @escaping (String, Int) throws -> Int) {
    lock.withLock { self.behavior = behavior }
  }

  func send(_ key: String, _ number: Int) throws -> Int {
    lock.lock()
    count += 1
    arguments.append((key, number))
    let behavior = behavior
    lock.unlock()
    guard let behavior else { return 0 }
    return try behavior(key, number)
  }

  func sendAsync(_ key: String, _ number: Int) async throws -> Int { try record(key, number)() }

  private func record(_ key: String, _ number: Int) -> () throws -> Int {
    lock.lock()
    defer { lock.unlock() }
    count += 1
    arguments.append((key, number))
    let behavior = behavior
    return { try behavior?(key, number) ?? 0 }
  }
}

#if canImport(Synchronization)
  import Synchronization

  /// The same fake with the lock of newer systems, which is a third faster.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class HandWrittenWithMutex: Sender, Sendable {
    private struct State: @unchecked Sendable {
      var count = 0
      var arguments: [(String, Int)] = []
      var behavior: ((String, Int) throws -> Int)?
    }
    private let state = Mutex(State())

    func when(_ behavior: @escaping (String, Int) throws -> Int) {
      let state = State(behavior: behavior)
      self.state.withLock { $0 = state }
    }

    func send(_ key: String, _ number: Int) throws -> Int {
      let behavior = state.withLock { state in
        state.count += 1
        state.arguments.append((key, number))
        return State(behavior: state.behavior)
      }
      return try behavior.behavior?(key, number) ?? 0
    }
  }
#endif
