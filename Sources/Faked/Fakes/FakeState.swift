/// The state of one fake: its functions, and the scope that it belongs to.
///
/// The state is private behind its lock. Code that needs several facts at once gets them from one method. The lock is
/// held only to copy or change values; records and texts are made later.
@usableFromInline
package struct FakeState: Sendable {
  @usableFromInline let contents = Locked(Contents())

  @usableFromInline
  struct Contents {
    /// The functions that were stubbed or called so far.
    @usableFromInline var functions: ContiguousArray<AnyFunctionState> = []
    @usableFromInline var life = FakeLife.idle
    /// The tests that wait for a call of this fake.
    @usableFromInline var waiters: [CallSignal] = []
    /// The index of the latest call; every later call has a greater one.
    @usableFromInline var latestIndex: UInt64 = 0
    /// The number of calls so far. Numbers the calls of a fake without a scope.
    @usableFromInline var callCount: Int32 = 0
    var history = CallHistory.unlimited
    /// The holds on its functions, which end when the fake is reset.
    var holds: [HeldCallQueue] = []
    /// The nanosecond of the latest tear-down of the fake, and the number of calls that each function had before.
    var tearDown: (time: UInt64, callCounts: [String: Int])?
    /// A Boolean value that indicates whether `resetCalls()` discarded calls.
    var hasResetCalls = false
    /// A Boolean value that indicates whether the end of its scope discarded calls.
    var hasDiscardedCalls = false
    /// The type of the fake, once it was used.
    var fakeType: Any.Type?
    /// The number of the fake among those of its type, once it was used in a scope.
    var number: Int?
    /// The names of the functions that the test has checked. Their stubs count as used.
    var checkedFunctions: Set<String> = []

    /// The number of calls of each function, by its name.
    var callCounts: [String: Int] {
      Dictionary(functions.map { ($0.name, $0.callCount) }, uniquingKeysWith: +)
    }

    mutating func removeAllFunctions() -> ContiguousArray<AnyFunctionState> {
      defer { (functions, checkedFunctions) = ([], []) }
      return functions
    }
  }
}

/// The life of a fake.
@usableFromInline
package enum FakeLife {
  /// The fake belongs to no scope.
  case idle
  /// The fake belongs to a scope, which gets its failures.
  case active(TestScope)
  /// The scope of the fake ended at that nanosecond. The stubs are kept for tasks that outlive the test.
  case ended(TestScope, at: UInt64)

  /// The scope that the fake belongs to, or belonged to.
  var scope: TestScope? {
    switch self {
    case .idle: nil
    case .active(let scope), .ended(let scope, _): scope
    }
  }

  /// The nanosecond at which the scope ended, or `nil` if it runs.
  var end: UInt64? { if case .ended(_, let end) = self { end } else { nil } }

  /// A Boolean value that indicates whether calls of fakes without a scope are observed.
  @usableFromInline static var isIdleObserved: Bool { ExplorationCount.current > 0 }
}

// Recording calls.
extension FakeState.Contents {
  /// Returns the function of that name and type, and creates it when it is first stubbed or called.
  ///
  /// Functions with the same name but different types are separate functions.
  @inlinable
  mutating func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output>.Type, throwing failure: Failure.Type,
    named name: String, of fake: Any.Type, _ instance: FakeInstance
  ) -> FunctionState<Arguments, Output> {
    if let known = functions.find(type, named: name) { return known }
    let function = FunctionState<Arguments, Output>(
      label: label(of: name, fake, named: instance.name), throwing: failure,
      history: historyLimit)
    functions.append(function)
    return function
  }

  /// Returns the label of a function. Numbers the fake if it is one of several without a name.
  @usableFromInline
  mutating func label(
    of function: String, _ fake: Any.Type, named name: String?
  ) -> FunctionLabel {
    fakeType = fake
    if name == nil, number == nil, case .active(let scope) = life, !scope.isRun {
      number = scope.nextNumber(of: fake)
    }
    return FunctionLabel(instance: name, number: number ?? 1, fake: fake, name: function)
  }

  /// Calls of a test that has ended are counted, but not kept.
  @usableFromInline var historyLimit: Int { life.end == nil ? history.limit : 0 }

  /// A Boolean value that indicates whether a call needs more work than counting, recording, and responding: the fake has
  /// or had a scope, an exploration runs, or a test waits for the call.
  @inlinable var isObserved: Bool {
    if case .idle = life { waiters.count > 0 || FakeLife.isIdleObserved } else { true }
  }

  /// A Boolean value that indicates whether the scope of the fake has ended.
  @inlinable var isAfterEnd: Bool {
    if case .ended = life { true } else { false }
  }

  /// Counts and records a call.
  ///
  /// This is a separate function, because a call takes 15 ns longer if this code is part of its only caller.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func record<Arguments, Output>(
    _ arguments: Arguments, of function: FunctionState<Arguments, Output>, at now: UInt64
  ) -> (number: Int, invocationCount: Int, discarded: AnyObject?) {
    // No two calls of a fake share an index.
    latestIndex = max(latestIndex &+ 1, now)
    callCount &+= 1
    let (number, invocationCount) = function.numbering.add()
    let facts = CallFacts(index: latestIndex, number: callCount)
    function.calls.append((arguments, .pending, facts))
    let isFull = function.numbering.isFull(function.calls.count)
    return (number, invocationCount, isFull ? function.removeOldCalls() : nil)
  }
}

extension ContiguousArray<AnyFunctionState> {
  /// Returns the function of that name and type, if it was stubbed or called.
  @inlinable
  func find<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String
  ) -> FunctionState<Arguments, Output>? {
    // Without optimization, a `for` loop would create an iterator for every call.
    var position = 0
    while position < count {
      let function = self[position]
      if function.name == name, let function = function as? FunctionState<Arguments, Output> {
        return function
      }
      position += 1
    }
    return nil
  }
}

// Reading the state.
extension FakeState {
  /// The index of the latest call.
  package var latestIndex: UInt64 { contents.withLock { $0.latestIndex } }

  /// The name of the fake in messages. `nil` before the first stub or call.
  package var owner: String? { contents.withLock { $0.functions.first?.label }?.owner }

  /// The type of the fake. `nil` before the first stub, call, or check.
  var fakeType: Any.Type? { contents.withLock { $0.fakeType } }

  package var scope: TestScope? { contents.withLock { $0.life.scope } }

  /// A Boolean value that indicates whether the scope of the fake has ended.
  var isEnded: Bool { contents.withLock { $0.life.end != nil } }

  /// A Boolean value that indicates whether the scope ended and discarded calls that a check here would count.
  package var hasLostCalls: Bool {
    !endedBeforeCurrentScope
      && contents.withLock { contents in
        contents.life.end != nil
          && (contents.hasDiscardedCalls || contents.functions.contains { $0.callCount > 0 })
      }
  }

  /// A Boolean value that indicates whether the scope of the fake ended before the current scope began, so that
  /// the fake has had no call in the current scope.
  package var endedBeforeCurrentScope: Bool {
    guard let end = contents.withLock({ $0.life.end }), let scope = TestScope.ofTask else {
      return false
    }
    return scope.start > end
  }

  /// The event after which the calls of the fake are counted, as in ` since it was torn down`. Empty if no call was
  /// discarded.
  package var sinceDiscard: String {
    let (tearDown, hasResetCalls) = contents.withLock { ($0.tearDown, $0.hasResetCalls) }
    if tearDown != nil { return " since it was torn down" }
    return hasResetCalls ? " since `resetCalls()`" : ""
  }

  /// Returns the number of calls of a function, or of all functions, that the tear-down of the fake discarded. 0 if the
  /// fake was used again, or was torn down before the current scope began.
  package func callCountBeforeTearDown(of name: String? = nil) -> Int {
    contents.withLock { contents in
      guard let tearDown = contents.tearDown, contents.functions.isEmpty else { return 0 }
      if let scope = TestScope.ofTask, scope.start > tearDown.time { return 0 }
      let counts = tearDown.callCounts
      return name.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }
  }

  /// The number of calls of each function, by its name.
  package var callCounts: [String: Int] { contents.withLock { $0.callCounts } }

  /// Returns facts about every function, or about those with a name.
  package func map<Fact>(named name: String? = nil, _ fact: (AnyFunctionState) -> Fact) -> [Fact] {
    contents.withLock { contents in
      contents.functions.filter { name == nil || $0.name == name }.map(fact)
    }
  }

  /// Returns facts about the functions that a check in the current scope counts.
  package func mapForCheck<Fact>(
    named name: String? = nil, _ fact: (AnyFunctionState) -> Fact
  ) -> [Fact] {
    endedBeforeCurrentScope ? [] : map(named: name, fact)
  }

  /// The stubs that no call used, of functions that the test has not checked.
  var unusedStubs: [StubSummary] {
    contents.withLock { contents in
      contents.functions.filter { !contents.checkedFunctions.contains($0.name) }
        .flatMap { $0.stubs(onlyUnused: true) }
    }
  }
}

// Changing the state. A call in flight ends on the function on which it began.
extension FakeState {
  /// Marks calls of the functions with a name as verified.
  ///
  /// - Parameters:
  ///   - indices: The indices of the calls in order, or `nil` for all calls.
  ///   - name: The name of the functions.
  package func markVerified(_ indices: [UInt64]?, named name: String) {
    _ = map(named: name) { $0.markVerified(indices) }
  }

  /// Records that the test has checked a function, or all functions, so that their unused stubs are not reported.
  package func recordCheck(of name: String? = nil) {
    contents.withLock { contents in
      contents.checkedFunctions.formUnion(name.map { [$0] } ?? contents.functions.map(\.name))
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

  /// Removes every function.
  func tearDown() {
    _ = contents.withLock { contents in
      // Keep the counts of the first tear-down if the fake was not used since.
      if contents.tearDown == nil || !contents.functions.isEmpty {
        contents.tearDown = (monotonicNanoseconds(), contents.callCounts)
      }
      return contents.removeAllFunctions()
    }
  }
}

// Moving between scopes.
extension FakeState {
  /// Moves the fake to another scope, unless another thread did so first. A fake that leaves a scope starts empty.
  func move(from owner: TestScope?, to scope: TestScope?) -> Bool {
    let removed = contents.withLock { contents -> [Any]? in
      guard contents.life.scope === owner else { return nil }
      let removed: [Any] = [contents.life, contents.functions]
      if owner != nil {
        _ = contents.removeAllFunctions()
        contents.number = nil
        contents.tearDown = nil
        contents.hasResetCalls = false
      }
      contents.life = scope.map { .active($0) } ?? .idle
      return removed
    }
    return removed != nil
  }

  /// Discards the calls and keeps the stubs, for tasks that outlive the test. Does nothing for a fake that has
  /// joined another scope.
  func end(in scope: TestScope) {
    _ = contents.withLock { contents -> [Any] in
      guard case .active(let owner) = contents.life, owner === scope else { return [] }
      contents.life = .ended(scope, at: monotonicNanoseconds())
      contents.hasDiscardedCalls = contents.functions.contains { $0.callCount > 0 }
      return contents.functions.flatMap { [$0.removeCalls(), $0.limitCalls(to: 0)] }
    }
  }

  /// Removes the stubs of functions that can throw or have a default, after the grace period of the scope.
  ///
  /// - Returns: A Boolean value that indicates whether the registry can forget the fake. A later call would
  ///   start empty outside of all scopes, where an unstubbed call that can't throw stops the process. A fake that had
  ///   such a call stays until it is torn down.
  func removeDispensableStubs(ifEndedBy end: UInt64) -> Bool {
    let (_, allThrow) = contents.withLock { contents -> ([Any], Bool) in
      // A fake that was used again since then belongs to another scope.
      guard let ended = contents.life.end, ended <= end else { return ([], false) }
      let dispensable = contents.functions.filter { $0.canThrowFakedError || $0.hasDefaultResult }
      return (
        dispensable.map { $0.removeStubs() }, contents.functions.allSatisfy(\.canThrowFakedError)
      )
    }
    return allThrow
  }
}
