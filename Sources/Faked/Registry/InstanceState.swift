/// What one instance knows; guarded by its lock.
@usableFromInline
package struct InstanceState {
  /// The functions that were stubbed or called so far.
  @usableFromInline package var functions: ContiguousArray<AnyFunctionState> = []
  /// The index of the last call; every later one has a greater one.
  @usableFromInline var latestIndex: UInt64 = 0
  var history = CallHistory.unlimited
  /// Whether a call has more to do than to be recorded: somebody waits for it, an exploration decides
  /// about it, or the scope of the fake is over.
  @usableFromInline var isWatched = false
  var watch = CallWatch() { didSet { isWatched = watch.isNeeded } }
  /// The holds on its functions, to release when the fake is reset.
  var holds: [WeakHold] = []
  /// Whether it was torn down; for failure texts.
  package var wasTornDown = false
  /// Whether the end of its scope took calls with it.
  var hasDroppedCalls = false
  /// Whether its scope is over and took calls with it, of before or after; for failure texts.
  package var hasOutlivedScope: Bool {
    watch.end != nil && (hasDroppedCalls || functions.contains { $0.callCount > 0 })
  }
  /// The scope that the fake was made in or first stubbed in.
  package var scope: FakedScope?

  init() {}

  /// The index for a call made at that nanosecond: no two calls of an instance have the same one.
  @usableFromInline @_transparent
  mutating func nextIndex(at nanoseconds: UInt64) -> UInt64 {
    latestIndex = max(latestIndex &+ 1, nanoseconds)
    return latestIndex
  }

  /// The function of that name and type; made when it is first stubbed or called.
  ///
  /// Two functions that share a name and differ in their types are two functions.
  @usableFromInline @_transparent
  mutating func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ instance: FakeInstance
  ) -> FunctionState<Arguments, Output, Failure> {
    if let known = functions.find(type, named: name) { return known }
    let function = FunctionState<Arguments, Output, Failure>(
      label: instance.label(fake, name), history: historyLimit)
    functions.append(function)
    return function
  }

  /// Calls of a test that is over are not kept.
  @usableFromInline var historyLimit: Int { watch.end == nil ? history.limit : 0 }

  /// Counts and records a call of the function of that name: both in one, since the optimizer does less for
  /// each access of the state.
  @usableFromInline @_transparent
  mutating func record<Arguments, Output, Failure: Error>(
    _ arguments: Arguments, of type: FunctionState<Arguments, Output, Failure>.Type,
    named name: String, of fake: Any.Type, _ instance: FakeInstance,
    at now: UInt64, _ forgotten: inout AnyObject?
  ) -> StartedCall<Arguments, Output, Failure> {
    let function = function(type, named: name, of: fake, instance)
    return record(arguments, of: function, at: now, &forgotten)
  }

  /// Counts and records a call; hands over the call that the log forgets for it.
  @usableFromInline @_transparent
  mutating func record<Arguments, Output, Failure: Error>(
    _ arguments: Arguments, of function: FunctionState<Arguments, Output, Failure>,
    at now: UInt64, _ forgotten: inout AnyObject?
  ) -> StartedCall<Arguments, Output, Failure> {
    let number = function.log.nextNumber
    function.isOnlyStubUsed = true
    forgotten = function.log.append(
      arguments, index: nextIndex(at: now), stub: function.onlyStub)
    function.callCount &+= 1
    return StartedCall(
      function: function, number: number, invocationCount: number &+ 1 &- function.callsBeforeStub,
      response: function.onlyResponse, isWatched: isWatched)
  }
}

extension ContiguousArray<AnyFunctionState> {
  /// The function of that name and type, if it was stubbed or called.
  ///
  /// Not a `for` loop: an unoptimized build would make an iterator at each call.
  @usableFromInline @_transparent
  package func find<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> FunctionState<Arguments, Output, Failure>? {
    var position = 0
    while position < count {
      let function = self[position]
      if Swift.type(of: function) == type, function.name == name {
        return function as? FunctionState<Arguments, Output, Failure>
      }
      position += 1
    }
    return nil
  }
}

extension FakeInstance {
  /// A function of the fake, as failure texts name it.
  @usableFromInline
  package func label(_ fake: Any.Type, _ name: String) -> FunctionLabel {
    FunctionLabel(instance: self.name, fake: fake, name: name)
  }
}
