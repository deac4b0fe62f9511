/// A behavior of a function known by a String: the number of the call, from 1, and its parameters.
public typealias FakedFunction = (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws
  -> Any?

/// A behavior that may suspend, for methods that call `handleAsyncCall`.
public typealias FakedAsyncFunction = (
  _ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]
) async throws -> Any?

// A closure whose results are all of one type, none included, takes the generic form; only one that
// returns values of several types needs the form with `Any?`, which is disfavored for that reason.
extension Faked {
  /// Teaches what a call of the property `id` does, and replaces what was taught for it before.
  ///
  /// The behavior runs wherever the code under test makes the call, as often as it makes it, and never
  /// under a lock: it may call or teach any fake, this one included. It may return nothing.
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    teachByName(self[keyPath: id], CallSite(fileID, filePath, line, column), function)
  }

  /// Teaches what a call of the property `id` does, by a behavior that returns values of several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: @escaping FakedFunction
  ) {
    teachByName(self[keyPath: id], CallSite(fileID, filePath, line, column), function)
  }

  /// Teaches what a call of the property `id` does, by a behavior that may suspend.
  ///
  /// It runs on the actor it was written on; the method has to call `handleAsyncCall`.
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    teachByName(self[keyPath: id], CallSite(fileID, filePath, line, column), async: function)
  }

  /// Teaches what a call of the property `id` does, by one that may suspend and returns several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: @escaping FakedAsyncFunction
  ) {
    teachByName(self[keyPath: id], CallSite(fileID, filePath, line, column), async: function)
  }

  /// Teaches what a call of that name does, as in `when("send(request:)")`.
  @inlinable
  public func when<Output>(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    teachByName(name, CallSite(fileID, filePath, line, column), function)
  }

  /// Teaches what a call of that name does, by a behavior that returns values of several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, function: @escaping FakedFunction
  ) {
    teachByName(name, CallSite(fileID, filePath, line, column), function)
  }

  /// Teaches what a call of that name does, by a behavior that may suspend.
  @inlinable
  public func when<Output>(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    teachByName(name, CallSite(fileID, filePath, line, column), async: function)
  }

  /// Teaches what a call of that name does, by one that may suspend and returns several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, function: @escaping FakedAsyncFunction
  ) {
    teachByName(name, CallSite(fileID, filePath, line, column), async: function)
  }

  @inlinable
  func teachByName<Output>(
    _ name: String, _ site: CallSite,
    _ behavior: @escaping (Int, [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    teach(
      name, site,
      Lesson<Parameters, Any?, any Error>.Answer.sync { count, params in
        let output = try behavior(count, params)
        return isPlain ? output : flattenedByValue(output)
      })
  }

  @inlinable
  func teachByName<Output>(
    _ name: String, _ site: CallSite,
    async behavior: @escaping (Int, [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    teach(
      name, site,
      Lesson<Parameters, Any?, any Error>.Answer.async { count, params in
        let output = try await behavior(count, params)
        return isPlain ? output : flattenedByValue(output)
      })
  }
}
