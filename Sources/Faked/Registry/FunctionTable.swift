/// The functions of one instance that were taught or called so far; guarded by the instance's lock.
@usableFromInline
package struct FunctionTable {
  @usableFromInline var names: ContiguousArray<String> = []
  @usableFromInline package var functions: ContiguousArray<AnyFunction> = []
  @usableFromInline var clock: CallClock
  @usableFromInline var history = CallHistory.unlimited

  /// Who waits for the next call.
  @usableFromInline package var waiters: CallWaiters?
  /// The scope that the fake was made in or first taught in.
  package var scope: FakedScope?

  init(serial: Int) { clock = CallClock(serial: serial) }

  /// The function of that name and signature; made when it is first taught or called.
  ///
  /// Two functions that share a name and differ in their types are two functions.
  @inlinable @inline(__always)
  mutating func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type
  ) -> FunctionState<Arguments, Output, Failure> {
    find(type, named: name) ?? add(FunctionState(name: name, fake: fake, history: history))
  }

  @inlinable @inline(__always)
  package func find<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> FunctionState<Arguments, Output, Failure>? {
    for position in names.indices where names[position] == name {
      let function = functions[position]
      // The class is final, so equal metatypes make the downcast safe, at a tenth of what `as?` costs.
      if Swift.type(of: function) == type { return unsafeDowncast(function, to: type) }
    }
    return nil
  }

  @inlinable @inline(never)
  mutating func add<Arguments, Output, Failure: Error>(
    _ function: FunctionState<Arguments, Output, Failure>
  ) -> FunctionState<Arguments, Output, Failure> {
    names.append(function.name)
    functions.append(function)
    return function
  }

  /// Forgets everything, and hands it over to be released where no lock is held.
  mutating func removeAll() -> ContiguousArray<AnyFunction> {
    defer {
      names = []
      functions = []
    }
    return functions
  }
}
