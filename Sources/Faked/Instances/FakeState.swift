/// The state of one fake: its functions, and the scope that it belongs to.
///
/// The state is private behind its lock. Code that needs several facts at once gets them from one method.
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
    /// A Boolean value that indicates whether `resetCalls()` discarded calls.
    var hasResetCalls = false
    /// A Boolean value that indicates whether the end of its scope discarded calls.
    var hasDiscardedCalls = false
    /// The position of the fake among the fakes of its scope.
    var position = 0
    /// The number of the fake in failure messages, once it was used in a scope.
    var number: FakeNumber?
    /// The names of the functions that the test has checked. Their stubs count as used.
    var checkedFunctions: Set<String> = []
    /// The unstubbed calls that the test expects, by the names of their functions.
    var expectedUnstubbed: [String: UnstubbedExpectation] = [:]

    @usableFromInline init() {}
  }
}

// Recording calls.
extension FakeState.Contents {
  /// Returns the function of that name and type, and creates it when it is first stubbed or called.
  ///
  /// Functions with the same name but different types are separate functions.
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

  /// Returns the label of a function. Numbers the fake if it is one of several without a name.
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
    // Without optimization, a `for` loop would create an iterator for every call.
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
