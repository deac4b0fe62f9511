// Changing the state of a fake.
extension FakeState {
  /// Marks calls of the functions with a name as verified.
  ///
  /// - Parameters:
  ///   - indices: The indices of the calls in order, or `nil` for all calls.
  ///   - name: The name of the functions.
  package func markVerified(_ indices: [UInt64]?, named name: String) {
    _ = map(named: name) { $0.markVerified(indices) }
  }

  /// Records that the test has checked a function, so that its unused stubs are not reported.
  @usableFromInline
  package func recordCheck(of name: String) {
    _ = contents.withLock { $0.checkedFunctions.insert(name) }
  }

  /// Records that the test has checked all functions.
  package func recordCheckOfAll() {
    contents.withLock { contents in
      for function in contents.functions { contents.checkedFunctions.insert(function.name) }
    }
  }

  /// Discards the calls of every function, or of those with a name.
  func resetCalls(named name: String? = nil) {
    // The calls are released after the lock.
    _ = contents.withLock { contents in
      let functions = contents.functions.filter { name == nil || $0.name == name }
      if functions.contains(where: { $0.callCount > 0 }) { contents.hasResetCalls = true }
      return functions.map { $0.removeCalls() }
    }
  }

  /// Changes every function, or those with a name. Releases the removed values after the lock is released.
  package func change(named name: String? = nil, _ change: (AnyFunctionState) -> Removed) {
    _ = map(named: name, change)
  }
}

// Removing functions. A call in flight ends on the function on which it began.
extension FakeState {
  /// Removes every function.
  func tearDown() {
    _ = contents.withLock { contents in
      // Keep the counts of the first tear-down if the fake was not used since.
      if contents.tearDown == nil || !contents.functions.isEmpty {
        contents.tearDown = TearDown(time: monotonicNanoseconds(), callCounts: contents.callCounts)
      }
      return contents.removeAllFunctions()
    }
  }

  func removeAllFunctions() -> Removed { contents.withLock { $0.removeAllFunctions() } }
}

extension FakeState.Contents {
  fileprivate mutating func removeAllFunctions() -> Removed {
    defer { (functions, checkedFunctions, expectedUnstubbed) = ([], [], [:]) }
    return Removed(Array(functions))
  }
}
