/// The responses of a function to its calls, in order. `when(\.f)` creates a stub.
///
/// Responses are used in order, and the last one repeats: `fake.when(\.load).thenReturn(1, 2).thenThrow(Offline())`.
/// If the last one has `times:`, later calls go to older stubs and to the default of the fake. Until a stub has a
/// response, all calls do.
///
/// ```swift
/// library.when(\.borrow).thenReturn(true, false).thenThrow(Closed())
/// library.when(\.borrow).where { _, days in days > 30 }.thenReturn(false)
/// library.when(\.borrow).thenThrow(Closed(), times: 1)
/// ```
///
/// See <doc:Stubbing>.
public final class Stub<Arguments, Output, E: FunctionEffect> {
  let instance: FakeInstance
  let function: FunctionState<Arguments, Output>
  let stored: StoredStub<Arguments, Output>

  /// Creates a stub without a response. Until it has one, calls go to the other stubs.
  @usableFromInline
  init(
    _ fake: some Faked, _ name: String, at site: SourceLine, condition: Condition<Arguments>? = nil
  ) {
    let instance = fake.instance
    instance.joinScopeToStub()
    // The replaced stubs are released after the lock.
    let (function, stored, _) = instance.state.contents.withLock { contents in
      let function = contents.function(
        FunctionState<Arguments, Output>.self, throwing: E.Failure.self, named: name,
        of: type(of: fake), instance)
      let replaced = function.removeReplacedStubs()
      return (function, function.addStub(at: site, condition: condition), replaced)
    }
    (self.instance, self.function, self.stored) = (instance, function, stored)
  }

  /// Returns the values in order, one for each call.
  ///
  /// The last response of a chain repeats, unless it has `times:`.
  ///
  /// - Parameters:
  ///   - value: The value for the first call.
  ///   - more: The values for the following calls.
  ///   - times: The number of calls that get each value. Defaults to 1, and to all further calls for the last response.
  ///     0 or a negative number skips the values.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn(_ value: Output, _ more: Output..., times: Int? = nil) -> Self {
    for value in [value] + more {
      change { $0.append(.behavior { _, _ in value }, times: times, isConstant: true) }
    }
    return self
  }

  /// Throws an error.
  ///
  /// - Parameters:
  ///   - error: An error that the function can throw.
  ///   - times: The number of calls that get the error. Defaults to 1, and to all further calls for the last response.
  ///     0 or a negative number skips the error.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenThrow(_ error: E.Failure, times: Int? = nil) -> Self {
    change { $0.append(.behavior { _, _ in throw error }, times: times, isConstant: true) }
  }

  /// Runs a behavior that gets the invocation count and the arguments.
  ///
  /// - Parameter perform: The behavior. Its first parameter is the number of the call, from 1. Its second
  ///   parameter is the argument, or a tuple of all arguments.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) throws(E.Failure) -> Output
  ) -> Self {
    change { $0.append(.behavior { try perform($0, $1) }) }
  }

  /// Responds only to calls whose arguments meet a condition. Other calls go to older stubs.
  ///
  /// Write the condition before the responses: without a condition, the responses replace the older stubs.
  ///
  /// - Parameter condition: Returns `true` for the arguments of a call that gets a response.
  /// - Returns: The same stub, for responses.
  public func `where`(_ condition: @escaping (Arguments) -> Bool) -> Self {
    change { $0.require(condition) }
  }

  /// Turns off the warning about a stub that no call uses, and returns the same stub.
  ///
  /// Use it for a fixture that many tests share.
  public var lenient: Self { change { $0.isLenient = true } }
}

extension Stub {
  /// Runs a behavior that may suspend, on the actor that isolates the code where you write it.
  ///
  /// - Parameter perform: The behavior. Its first parameter is the number of the call, from 1. Its second
  ///   parameter is the argument, or a tuple of all arguments.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func then<Failure>(
    _ perform: @escaping (_ invocationCount: Int, Arguments) async throws(Failure) -> Output
  ) -> Self where E == AsyncThrowsOnly<Failure> {
    change { $0.append(.asyncBehavior { try await perform($0, $1) }) }
  }
}

extension Stub where Output == Void {
  /// Returns without doing anything.
  ///
  /// - Parameter times: The number of calls that get the response. Defaults to all further calls.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn(times: Int? = nil) -> Self { thenReturn((), times: times) }
}

extension Stub where Output == Any? {
  /// Returns without doing anything, for methods without a result.
  ///
  /// - Parameter times: The number of calls that get the response. Defaults to all further calls.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn(times: Int? = nil) -> Self { thenReturn((), times: times) }
}

extension Stub {
  @discardableResult
  func change(_ change: (StoredStub<Arguments, Output>) -> Void) -> Self {
    instance.state.contents.withLock { _ in function.change(stored, change) }
    return self
  }

  /// Adds the only response, which replaces the older stubs if the stub has no condition.
  func setOnlyResponse(to response: Response<Arguments, Output>) {
    // The replaced stubs are released after the lock.
    _ = instance.state.contents.withLock { _ in
      function.change(stored) { $0.append(response) }
      return function.removeReplacedStubs()
    }
  }
}

/// The response of a stub to one call.
///
/// A value or an error is a behavior, too: no case holds a value of the user's types, so copying a response
/// costs one retain.
@usableFromInline
enum Response<Arguments, Output> {
  case behavior((_ invocationCount: Int, Arguments) throws -> Output)
  /// A behavior that may suspend. The caller of the function waits for it.
  case asyncBehavior((_ invocationCount: Int, Arguments) async throws -> Output)
  /// Makes the call wait for the test.
  case hold(HeldCallQueue)
}

/// One stub of a function: the calls that it responds to, and its responses. Guarded by the lock of the fake.
@usableFromInline
final class StoredStub<Arguments, Output> {
  /// Identifies the stub among all stubs that its function has had.
  @usableFromInline let id: Int32
  /// The `when` line.
  let site: SourceLine
  // The lock already excludes conflicting accesses; checking them again costs 20 ns a call.
  @exclusivity(unchecked) @usableFromInline var cursor = ResponseCursor()
  /// The responses, in the order in which calls get them.
  @exclusivity(unchecked) @usableFromInline private(set) var responses:
    [Response<Arguments, Output>] = []
  /// The calls that the stub responds to, or `nil` for every call.
  @usableFromInline private(set) var condition: Condition<Arguments>?
  /// A Boolean value that indicates whether every call gets the same response.
  private(set) var isConstant = false
  var isLenient = false

  init(id: Int32, at site: SourceLine, condition: Condition<Arguments>?) {
    (self.id, self.site, self.condition) = (id, site, condition)
    cursor.isUnconditional = condition == nil
  }

  /// Adds a response. A constant is the same for every call.
  func append(
    _ response: Response<Arguments, Output>, times: Int? = nil, isConstant: Bool = false
  ) {
    self.isConstant = isConstant && times == nil && responses.isEmpty
    responses.append(response)
    cursor.append(times)
  }

  func require(_ holds: @escaping (Arguments) -> Bool) {
    condition = condition?.and(where: holds) ?? Condition(where: holds)
    cursor.isUnconditional = false
  }

  var hasResponses: Bool { !responses.isEmpty }

  /// A Boolean value that indicates whether no call got a response.
  var isUnused: Bool { !isLenient && !cursor.isUsed }

  /// The calls that wait for the test, if the stub holds every call.
  var hold: HeldCallQueue? { if case .hold(let queue) = responses.first { queue } else { nil } }
}

/// Finds the response of the next call among the responses of a stub. Not generic, because generic code is slow in a
/// debug build.
@usableFromInline
struct ResponseCursor {
  /// A Boolean value that indicates whether the stub has no condition.
  @usableFromInline var isUnconditional = true
  /// The number of calls that get each response, or `nil` for one call or, for the last response, all further calls.
  private var times: [Int?] = []
  /// The position of the current response.
  private var position = 0
  /// The number of calls that got the current response.
  private var uses = 0
  private var hasResponded = false

  /// A Boolean value that indicates whether a call got a response, or none was meant to.
  var isUsed: Bool { hasResponded || !times.isEmpty && times.allSatisfy { ($0 ?? 1) <= 0 } }

  /// A Boolean value that indicates whether the stub responds to every further call.
  var respondsToEveryCall: Bool { isUnconditional && times.last == .some(nil) }

  /// A Boolean value that indicates whether no call gets a response anymore.
  var isUsedUp: Bool {
    var next = self
    return next.next() == nil
  }

  mutating func append(_ times: Int?) { self.times.append(times) }

  /// Returns the position of the next response, or `nil` if there is none left.
  @usableFromInline
  mutating func next() -> Int? {
    while position < times.count {
      let isLast = position + 1 == times.count
      if uses < times[position] ?? (isLast ? .max : 1) {
        uses += 1
        hasResponded = true
        return position
      }
      if isLast { return nil }
      position += 1
      uses = 0
    }
    return nil
  }
}
