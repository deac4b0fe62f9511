/// A gate with one permit. By mistake, a canceled wait returns a permit that it never had.
actor LeakyGate {
  private(set) var free = 1
  private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var count = 0

  func wait() async throws {
    if free > 0 { return free -= 1 }
    count += 1
    let number = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiters[number] = $0 }
    } onCancel: {
      Task { await cancel(number) }
    }
  }

  func signal() {
    guard let first = waiters.keys.min() else { return free += 1 }
    waiters.removeValue(forKey: first)?.resume()
  }

  private func cancel(_ number: Int) {
    free += 1
    waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }
}
