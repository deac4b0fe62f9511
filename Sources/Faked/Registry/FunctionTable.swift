/// The functions of one instance that were taught or called so far; guarded by the instance's lock.
@usableFromInline
package struct FunctionTable {
  /// The names as the bits of their strings, which can be compared without a retain.
  @usableFromInline var names: ContiguousArray<NameBits> = []
  @usableFromInline package var functions: ContiguousArray<AnyFunction> = []
  @usableFromInline var clock: CallClock
  @usableFromInline var history = CallHistory.unlimited

  /// Who waits for the next call.
  @usableFromInline package var waiters: CallWaiters?
  var waiterCount = 0
  /// The holds on its functions, to release when the fake is reset.
  var holds: [any Hold] = []
  /// Whether the fake was torn down; for failure texts.
  package private(set) var wasTornDown = false
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
    let bits = NameBits(name)
    for position in names.indices where names[position] == bits {
      let function = functions[position]
      // The class is final, so equal metatypes make the downcast safe, at a tenth of what `as?` costs.
      if Swift.type(of: function) == type { return unsafeDowncast(function, to: type) }
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
    names.append(NameBits(function.name))
    functions.append(function)
    return function
  }

  /// Forgets everything, and hands it over to be released where no lock is held.
  mutating func removeAll() -> ContiguousArray<AnyFunction> {
    defer {
      names = []
      functions = []
      wasTornDown = true
    }
    return functions
  }
}

/// The two words of a string: equal words are equal texts, while unequal ones say nothing.
///
/// The function keeps the string alive, so that its words are not those of another meanwhile.
@usableFromInline
struct NameBits: Equatable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @inlinable @inline(__always)
  init(_ name: String) {
    (first, second) = unsafeBitCast(name, to: (UInt64, UInt64).self)
  }
}
