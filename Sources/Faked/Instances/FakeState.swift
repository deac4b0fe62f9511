/// The state of one fake: its functions, and the scope that it belongs to.
///
/// The state is private behind its lock. Code that needs several facts at once asks for them in one method.
@usableFromInline
package struct FakeState: Sendable {
  @usableFromInline let contents = Locked(Contents())

  @inlinable init() {}

  @usableFromInline
  struct Contents {
    /// The functions that were stubbed or called so far.
    @usableFromInline var functions: ContiguousArray<AnyFunctionState> = []
    @usableFromInline var life = FakeLife.idle
    /// The tests that wait for a call of this fake.
    @usableFromInline var waiters: [CallSignal] = []
    /// The index of the latest call; every later call has a greater one.
    @usableFromInline var latestIndex: UInt64 = 0
    var history = CallHistory.unlimited
    /// The holds on its functions, which end when the fake is reset.
    var holds: [WeakHold] = []
    /// The latest tear-down of the fake. Used by checks and in failure messages.
    var tearDown: TearDown?
    /// A Boolean value that indicates whether the end of its scope discarded calls.
    var hasDiscardedCalls = false
    /// The position of the fake among the fakes of its scope.
    var position = 0
    /// The number of the fake in failure messages, once it was used in a scope.
    var number: FakeNumber?
    /// The names of the functions that the test has checked. Their stubs count as used.
    var checkedFunctions: Set<String> = []
    /// The names of the functions whose unstubbed calls the test expects.
    var expectedUnstubbed: Set<String> = []

    @usableFromInline init() {}
  }
}

/// A tear-down of a fake.
struct TearDown: Sendable {
  /// The nanosecond of the tear-down.
  let time: UInt64
  /// The number of calls that each function had before, by its name.
  let callCounts: [String: Int]
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

  /// Returns who has to know of a call, besides the log.
  @usableFromInline
  func observation(isAwaited: Bool) -> CallObservation {
    switch self {
    case .ended: .afterEnd
    case .active(let scope) where scope.observesCalls: .observed
    case .idle where OutsideCalls.areObserved || CallSiteTable.ofProcess != nil: .observed
    case .idle, .active: isAwaited ? .observed : .none
    }
  }
}

extension FakeState {
  /// The index of the latest call.
  package var latestIndex: UInt64 { contents.withLock { $0.latestIndex } }

  /// The name of the fake in messages. `nil` before the first stub or call.
  package var owner: String? { contents.withLock { $0.functions.first?.label }?.owner }

  /// The type of the fake. `nil` before the first stub or call.
  var fakeType: Any.Type? { contents.withLock { $0.functions.first?.label.fake } }
}

// Recording calls.
extension FakeState.Contents {
  /// Returns the function of that name and type, and makes it when it is first stubbed or called.
  ///
  /// Two functions that share a name and differ in their types are two functions.
  @inlinable
  mutating func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ instance: FakeInstance
  ) -> FunctionState<Arguments, Output, Failure> {
    if let known = functions.find(type, named: name) { return known }
    let label = label(of: name, fake, named: instance.name)
    let function = FunctionState<Arguments, Output, Failure>(label: label, history: historyLimit)
    functions.append(function)
    return function
  }

  /// Returns the label of a function. Gives the fake a number if it is one of several without a name.
  @usableFromInline
  mutating func label(
    of function: String, _ fake: Any.Type, named name: String?
  ) -> FunctionLabel {
    if name == nil, number == nil, case .active(let scope) = life, !scope.isRun {
      number = scope.numbers.number(of: fake, at: position)
    }
    return FunctionLabel(instance: name, number: number, fake: fake, name: function)
  }

  /// Calls of a test that has ended are counted, but not kept.
  @usableFromInline var historyLimit: Int { life.end == nil ? history.limit : 0 }

  /// Counts and records a call.
  ///
  /// Returns a tuple, because the compiler copies a structure of this size as a whole, which costs 15 ns a call.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func record<Arguments, Output, Failure: Error>(
    _ arguments: Arguments, of function: FunctionState<Arguments, Output, Failure>, at now: UInt64
  ) -> (
    number: Int, invocationCount: Int, plan: CallPlan<Arguments, Output, Failure>,
    observation: CallObservation, discarded: AnyObject?
  ) {
    // No two calls of a fake share an index.
    latestIndex = max(latestIndex &+ 1, now)
    let observation = life.observation(isAwaited: waiters.count > 0)
    let (number, invocationCount) = function.log.numbering.add()
    var facts = CallFacts(index: latestIndex)
    // An observed call may fail before it reaches its stub, so it chooses its response later. So does a call whose stub
    // has a condition, which is user code and must not run under the lock.
    var plan = CallPlan<Arguments, Output, Failure>.undecided
    if case .none = observation {
      if function.stubs.count == 0 {
        plan = .unstubbed
      } else {
        let newest = function.stubs[function.stubs.count - 1]
        if let position = newest.cursor.nextDirect() {
          plan = .respond(newest.responses[position])
          facts.stubPosition = newest.id
        }
      }
    }
    var discarded: AnyObject?
    if function.log.kept.count < function.log.numbering.limit {
      function.log.kept.append((arguments, .pending, facts))
    } else {
      discarded = function.log.replaceOldest(by: (arguments, .pending, facts))
    }
    return (number, invocationCount, plan, observation, discarded)
  }
}

extension ContiguousArray<AnyFunctionState> {
  /// Returns the function of that name and type, if it was stubbed or called.
  @inlinable
  func find<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> FunctionState<Arguments, Output, Failure>? {
    // Not a `for` loop: without optimization, that makes an iterator for every call.
    var position = 0
    while position < count {
      let function = self[position]
      if function.name == name,
        let function = function as? FunctionState<Arguments, Output, Failure>
      {
        return function
      }
      position += 1
    }
    return nil
  }
}

extension FakeState.Contents {
  /// The number of calls of each function, by its name.
  var callCounts: [String: Int] {
    Dictionary(functions.map { ($0.name, $0.callCount) }, uniquingKeysWith: +)
  }
}

// Reading the state. Records and texts are made from what is copied here, when the lock is free.
extension FakeState {
  package var scope: TestScope? { contents.withLock { $0.life.scope } }

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
  @usableFromInline package var endedBeforeCurrentScope: Bool {
    guard let end = contents.withLock({ $0.life.end }), let scope = TestScope.current else {
      return false
    }
    return scope.start > end
  }

  /// A Boolean value that indicates whether the scope of the fake has ended.
  var isEnded: Bool { contents.withLock { $0.life.end != nil } }

  package var wasTornDown: Bool { contents.withLock { $0.tearDown != nil } }

  /// The number of calls of each function that the tear-down of the fake discarded, by its name. Empty if the
  /// fake was used again, or was torn down before the current scope began.
  package var callCountsBeforeTearDown: [String: Int] {
    contents.withLock { contents in
      guard let tearDown = contents.tearDown, contents.functions.isEmpty else { return [:] }
      if let scope = TestScope.current, scope.start > tearDown.time { return [:] }
      return tearDown.callCounts
    }
  }

  /// The number of calls of each function, by its name.
  package var callCounts: [String: Int] {
    contents.withLock { $0.callCounts }
  }

  /// Returns the number of calls of the functions with a name.
  func callCount(named name: String) -> Int {
    contents.withLock { contents in
      contents.functions.reduce(0) { $1.name == name ? $0 + $1.callCount : $0 }
    }
  }

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

  /// The stubs that no call used, of functions that the test has not checked.
  var unusedStubs: [() -> StubSummary] {
    contents.withLock { contents in
      contents.functions.filter { !contents.checkedFunctions.contains($0.name) }
        .flatMap { $0.stubs(onlyUnused: true) }
    }
  }

  /// Changes every function, or those with a name. What the change removes ends when the lock is free.
  package func change(named name: String? = nil, _ change: (AnyFunctionState) -> Removed) {
    _ = map(named: name, change)
  }
}

// Removing functions. A call in flight ends on the function on which it began.
extension FakeState {
  /// Removes every function.
  func tearDown() {
    contents.withLock { contents in
      // A second tear-down has nothing to add to the first.
      guard contents.tearDown == nil || !contents.functions.isEmpty else { return }
      contents.tearDown = TearDown(time: monotonicNanoseconds(), callCounts: contents.callCounts)
    }
    _ = removeAllFunctions()
  }

  func removeAllFunctions() -> Removed {
    contents.withLock { contents in
      defer { contents.functions = [] }
      return Removed(Array(contents.functions))
    }
  }
}
