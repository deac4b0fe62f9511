/// The functions of one instance that were taught or called so far; guarded by the instance's lock.
@usableFromInline
package struct FunctionTable {
  /// Where to find the calls of each function; can be looked through without a retain.
  @usableFromInline var places: ContiguousArray<Place> = []
  @usableFromInline package var functions: ContiguousArray<AnyFunction> = []
  @usableFromInline var clock: CallClock
  @usableFromInline var history = CallHistory.unlimited

  /// Who waits for the next call.
  @usableFromInline package var waiters: CallWaiters?
  var waiterCount = 0
  /// The holds on its functions, to release when the fake is reset.
  var holds: [any Hold] = []
  /// How often the fake was torn down; a call that began before then finds its function gone.
  @usableFromInline package private(set) var tearDowns = 0
  /// The scope that the fake was made in or first taught in.
  package var scope: FakedScope?

  init(serial: Int) { clock = CallClock(serial: serial) }

  /// The function of that name and signature; made when it is first taught or called.
  ///
  /// Two functions that share a name and differ in their types are two functions.
  @usableFromInline @_transparent
  mutating func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type
  ) -> FunctionState<Arguments, Output, Failure> {
    find(type, named: name) ?? add(FunctionState(name: name, fake: fake, history: history))
  }

  /// The calls of that function; made when it is first taught or called.
  @usableFromInline @_transparent
  mutating func calls<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type
  ) -> UnsafeMutablePointer<FunctionCalls<Arguments, Output, Failure>> {
    if let known = position(of: Words(of: name), ObjectIdentifier(type)) {
      return places[known].calls.assumingMemoryBound(to: FunctionCalls.self)
    }
    return function(type, named: name, of: fake).calls
  }

  @inlinable @inline(__always)
  mutating func position(of words: Words, _ type: ObjectIdentifier) -> Int? {
    var position = 0
    let end = places.count
    while position < end {
      if places[position].words == words, places[position].type == type { return position }
      position &+= 1
    }
    return nil
  }

  @usableFromInline @_transparent
  package mutating func find<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> FunctionState<Arguments, Output, Failure>? {
    if let known = position(of: Words(of: name), ObjectIdentifier(type)) {
      // The class is final, so equal metatypes make the downcast safe, at a tenth of what `as?` costs.
      return unsafeDowncast(functions[known], to: type)
    }
    return findByText(type, named: name)
  }

  /// Finds what has the name in another string, as two literals of the same text may be.
  @inlinable @inline(never)
  func findByText<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> FunctionState<Arguments, Output, Failure>? {
    for function in functions where function.name == name && Swift.type(of: function) == type {
      return unsafeDowncast(function, to: type)
    }
    return nil
  }

  @inlinable @inline(never)
  mutating func add<Arguments, Output, Failure: Error>(
    _ function: FunctionState<Arguments, Output, Failure>
  ) -> FunctionState<Arguments, Output, Failure> {
    places.append(
      Place(
        words: Words(of: function.name),
        type: ObjectIdentifier(FunctionState<Arguments, Output, Failure>.self),
        calls: UnsafeMutableRawPointer(function.calls)))
    functions.append(function)
    return function
  }

  /// Forgets everything, and hands it over to be released where no lock is held.
  mutating func removeAll() -> ContiguousArray<AnyFunction> {
    defer {
      places = []
      functions = []
      tearDowns &+= 1
    }
    return functions
  }
}
