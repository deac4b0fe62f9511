// String IDs, and the names of methods. Parameters and results are checked when the call is made.
extension Faked {
  /// Forwards a call of the method to the stub for a `String` ID, or for the method's own name. Costs about 0.4 µs in
  /// addition to the response.
  ///
  /// A method without a result ignores the response. A tuple converts element by element. Overloads have the same
  /// name, so each of them needs an ID of its own.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` if the response is of another type, and `FakedError.invalidParameter` for a name that two
  ///   methods share.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    try forward(id, function, params, at: SourceLine(fileID, filePath, line, column))
  }
}

// Methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of a method without a result to the stub for a `String` ID, or for the method's own name.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.invalidParameter` for a name that two methods share.
  @inlinable @_disfavoredOverload
  public func handleCall(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try forward(id, function, params, at: SourceLine(fileID, filePath, line, column)) as Void
  }
}

// Async methods.
extension Faked {
  /// Forwards a call of an async method to the stub for a `String` ID, or for the method's own name. The behavior may
  /// suspend.
  ///
  /// ```swift
  /// struct FakeShelf: Faked {
  ///   let instanceId = FakeInstance()
  ///   let find = "find(_:)"
  ///   func find(_ title: String) async throws -> [String] {
  ///     try await handleAsyncCall(\.find, params: title)
  ///   }
  /// }
  /// ```
  ///
  /// See <doc:StringIDs>.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` if the response is of another type, and `FakedError.invalidParameter` for a name that two
  ///   methods share.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(
      id, function, params, at: SourceLine(fileID, filePath, line, column), isolation: isolation)
  }

  /// Forwards a call of an async method without a result to the stub for a `String` ID, or for the method's own name.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.invalidParameter` for a name that two methods share.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await forwardAsync(
      id, function, params, at: SourceLine(fileID, filePath, line, column), isolation: isolation)
      as Void
  }
}

// The core of the forms above.
extension Faked {
  @inlinable
  func forward<Result>(
    _ id: KeyPath<Self, String>?, _ function: String, _ params: [Any?], at site: SourceLine
  ) throws -> Result {
    let call = begin(id, function, params, at: site, calledBy: .synchronous)
    do {
      if id == nil { try call.checkName(site) }
      return try call.result(perform(call, throwing: (any Error).self, returning: Result.self))
    } catch {
      throw call.errorOfUnwrap(error)
    }
  }

  @inlinable
  func forwardAsync<Result>(
    _ id: KeyPath<Self, String>?, _ function: String, _ params: [Any?], at site: SourceLine,
    isolation: isolated (any Actor)?
  ) async throws -> Result {
    let call = begin(id, function, params, at: site, calledBy: .currentAsynchronous())
    do {
      if id == nil { try call.checkName(site) }
      return try call.result(
        await performAsync(
          call, isolation: isolation, throwing: (any Error).self, returning: Result.self))
    } catch {
      throw call.errorOfUnwrap(error)
    }
  }

  /// Counts and records a call by ID or by the name of its method, which then belongs to the line of the call. Its
  /// parameters refer to the function, for failure messages.
  @inlinable
  func begin(
    _ id: KeyPath<Self, String>?, _ function: String, _ values: [Any?], at site: SourceLine,
    calledBy caller: Caller
  ) -> Call<Parameters, Any?> {
    let values = listed(values)
    return instance.begin(
      NamedFunction.self, throwing: (any Error).self,
      named: id.map { self[keyPath: $0] } ?? function,
      of: type(of: self), calledBy: caller
    ) { $0.parameters(values, forwardedFrom: id == nil ? site : nil) }
  }
}

extension NamedFunction {
  @usableFromInline
  func parameters(_ values: [Any?], forwardedFrom site: SourceLine?) -> Parameters {
    // Written once, because a call reads it without the lock.
    if forwardedFrom == nil, let site { forwardedFrom = site }
    return values.indices.map { index in
      FakeValueWrapper(
        value: values[index],
        position: ParameterPosition(index: index, count: values.count, function: label))
    }
  }
}

extension Call where Output == Any? {
  /// Returns the result as the type that the method has.
  @inlinable
  func result<Result>(_ output: Any?) throws -> Result {
    // Most results have that type. Casting the optional takes a third longer.
    if let output, let result = output as? Result { return result }
    return try convert(output, throwing: (any Error).self)
  }
}

/// One parameter of a call by `String` ID.
///
/// ```swift
/// counter.when(\.add) { invocationCount, params in
///   let number: Int = try params[0].unwrap()
///   return number + invocationCount
/// }
/// ```
///
/// See <doc:StringIDs>.
public struct FakeValueWrapper<T> {
  /// The value that the call passed.
  public let value: T
  let position: ParameterPosition

  /// Returns the value as a `U`. If `U` is an optional type, `nil` is a valid value.
  ///
  /// - Returns: The value.
  /// - Throws: `FakedError.typeMismatch` if the value is not a `U`, and `FakedError.invalidParameter` if the call had
  ///   no such parameter. The message names the function and the parameter.
  public func unwrap<U>() throws -> U {
    guard position.exists else { throw FakeFailure.missingParameter(position).error }
    if let value = value as? U { return value }
    throw FakeFailure.parameterMismatch(position, value: value, wanted: U.self).error
  }
}

extension Call where Output == Any? {
  /// Fails a call by the name of its method if another line forwards calls by that name: `#function` gives two overloads
  /// one name, and their calls must not be mixed up.
  @usableFromInline
  func checkName(_ site: SourceLine) throws {
    guard let owner = function.forwardedFrom, owner != site else { return }
    instance.joinScopeOfFailure()
    let _: Any? = try fail(.sharedName(function.label, sites: [owner, site]))
  }

  /// Returns the error of a call. The end of the scope reports an error that its behavior got from `unwrap()` if the code
  /// under test swallows it.
  @usableFromInline
  func errorOfUnwrap(_ thrown: any Error) -> any Error {
    guard var error = thrown as? FakedError else { return thrown }
    switch error {
    // Without parameters, there was nothing that could name the function.
    case .invalidParameter(let message) where argumentList(arguments).isEmpty:
      error = .invalidParameter("\(function.label): \(message)")
    case .invalidParameter, .typeMismatch: break
    default: return error
    }
    instance.joinScopeOfFailure()
    // A call that the fake failed has recorded its error.
    if let scope = instance.state.scope, !scope.hasUnseen(error) {
      scope.recordThrown(error, of: function.label, calledAt: capturedSite)
    }
    return error
  }
}

extension Array where Element == FakeValueWrapper<Any?> {
  /// Returns the parameter at a position, counted from 0.
  ///
  /// A missing parameter doesn't trap here; its `unwrap()` throws an error. The subscript extends `Array`, because
  /// published code spells that type.
  ///
  /// - Parameter index: The position of the parameter.
  /// - Returns: The parameter.
  public subscript(index: Int) -> FakeValueWrapper<Any?> {
    guard indices.contains(index) else {
      return FakeValueWrapper(
        value: nil,
        position: ParameterPosition(
          index: index, count: count, function: first?.position.function))
    }
    return withUnsafeBufferPointer { $0[index] }
  }
}

/// The parameters of one call by `String` ID, as behaviors get them and the log keeps them.
@usableFromInline
package typealias Parameters = [FakeValueWrapper<Any?>]

/// The state of a function with a `String` ID.
@usableFromInline
package typealias NamedFunction = FunctionState<Parameters, Any?>

/// A position in the parameters of a call by `String` ID.
struct ParameterPosition {
  let index: Int
  /// The number of parameters of the call.
  let count: Int
  let function: FunctionLabel?

  /// A Boolean value that indicates whether the call had a parameter at the position.
  var exists: Bool { 0..<count ~= index }
}

/// Returns the parameters of a call one by one, even if they are in a single `[Any?]`.
///
/// A method with variadic parameters passes such an array. In Swift 5 mode, the compiler turns it into a list. In
/// Swift 6 mode, it stays one parameter. This function returns the same result for both.
@usableFromInline
package func listed(_ values: [Any?]) -> [Any?] {
  guard values.count == 1, let only = values[0] else { return values }
  // Another array, such as `[String]`, is one parameter.
  return type(of: only) == [Any?].self ? only as? [Any?] ?? values : values
}
