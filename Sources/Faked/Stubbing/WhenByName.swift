/// A behavior of a function known by a String: the number of the call, from 1, and its parameters.
public typealias FakedFunction = (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws
  -> Any?

// A closure whose results are all of one type, none included, takes the generic form; only one that
// returns values of several types needs the form with `Any?`, which is disfavored for that reason.
//
// A name is a `String`. Its parameter says so by protocols that a key path lacks: where one is misspelled, the
// compiler blames the form that is nearest, and that is then the one that takes a key path.
extension Faked {
  /// Stubs the property `id` with a behavior, and replaces its stubs from before.
  ///
  /// The behavior runs wherever the code under test makes the call, as often as it makes it, and never
  /// under a lock: it may call or stub any fake, this one included. It may return nothing.
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    stubByName(self[keyPath: id], CallSite(fileID, filePath, line, column), function)
  }

  /// Stubs the property `id` with a behavior that returns values of several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: @escaping FakedFunction
  ) {
    stubByName(self[keyPath: id], CallSite(fileID, filePath, line, column), function)
  }

  /// Stubs the property `id` with a behavior that may suspend.
  ///
  /// It runs on the actor it was written on; the method has to call `handleAsyncCall`.
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    stubByName(self[keyPath: id], CallSite(fileID, filePath, line, column), async: function)
  }

  /// Stubs the property `id` with a behavior that may suspend and returns several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: @escaping (Int, [FakeValueWrapper<Any?>]) async throws -> Any?
  ) {
    stubByName(self[keyPath: id], CallSite(fileID, filePath, line, column), async: function)
  }

  /// Stubs the function of that name with a behavior, as in `when("send(request:)")`.
  @inlinable
  public func when<Output>(
    _ name: some StringProtocol & Codable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    stubByName(String(name), CallSite(fileID, filePath, line, column), function)
  }

  /// Stubs the function of that name with a behavior that returns values of several types.
  @inlinable
  @_disfavoredOverload
  public func when(
    _ name: some StringProtocol & Codable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function: @escaping FakedFunction
  ) {
    stubByName(String(name), CallSite(fileID, filePath, line, column), function)
  }

  @usableFromInline
  func stubByName<Output>(
    _ name: String, _ site: CallSite,
    _ behavior: @escaping (Int, [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    stub(
      name, site,
      Response<Parameters, Any?, any Error>.behavior { count, params in
        let output = try behavior(count, params)
        return isPlain ? output : unwrappingOptionals(output)
      })
  }

  @usableFromInline
  func stubByName<Output>(
    _ name: String, _ site: CallSite,
    async behavior: @escaping (Int, [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    stub(
      name, site,
      Response<Parameters, Any?, any Error>.asyncBehavior(
        AsyncBehavior { count, params in
          let output = try await behavior(count, params)
          return isPlain ? output : unwrappingOptionals(output)
        }))
  }
}
