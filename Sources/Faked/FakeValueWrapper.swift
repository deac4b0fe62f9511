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
    guard position.exists else { throw error(.missingParameter(position)) }
    if let value = value as? U { return value }
    throw error(.parameterMismatch(position, value: value, wanted: U.self))
  }

  private func error(_ failure: FakeFailure) -> FakedError {
    let error = failure.error
    if let function = position.function { UnwrapErrors.add(error, of: function) }
    return error
  }
}

/// The errors that `unwrap()` has thrown, of which the latest are kept.
///
/// Only a behavior that throws such an error makes its call fail. The code under test may swallow it.
enum UnwrapErrors {
  private static let maxErrors = 100
  private static let latest = Locked<[(function: FunctionLabel, error: FakedError)]>([])

  static func add(_ error: FakedError, of function: FunctionLabel) {
    latest.withLock { latest in
      if latest.count == maxErrors { latest.removeFirst() }
      latest.append((function, error))
    }
  }

  /// Removes an error that a behavior of a function has thrown. Returns `false` if its `unwrap()` did not throw it.
  static func take(_ error: FakedError, of function: FunctionLabel) -> Bool {
    latest.withLock { latest in
      guard
        let position = latest.firstIndex(where: { $0.function === function && $0.error == error })
      else { return false }
      latest.remove(at: position)
      return true
    }
  }
}

extension Call where Output == Any?, Failure == any Error {
  /// Records that the behavior of the call threw an error of `unwrap()`, which the code under test may swallow.
  @usableFromInline
  func recordUnwrapError(_ error: any Error) {
    guard let error = error as? FakedError, UnwrapErrors.take(error, of: function.label) else {
      return
    }
    instance.joinScopeOfFailure()
    instance.state.scope?.recordThrown(error, of: function.label, calledAt: capturedSite)
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
      let function = isEmpty ? FunctionLabel.withoutParameters : first?.position.function
      return FakeValueWrapper(
        value: nil, position: ParameterPosition(index: index, count: count, function: function))
    }
    return withUnsafeBufferPointer { $0[index] }
  }
}

extension FunctionLabel {
  /// The function of the current call, if it has no parameters: an empty array can't name it.
  @TaskLocal fileprivate static var withoutParameters: FunctionLabel?

  /// Runs a call without parameters, so that the failure of `params[0].unwrap()` names its function.
  @usableFromInline
  func namingMissingParameters<Result>(_ call: () throws -> Result) rethrows -> Result {
    try Self.$withoutParameters.withValue(self, operation: call)
  }

  /// Runs an async call without parameters, so that the failure of `params[0].unwrap()` names its function.
  @usableFromInline
  func namingMissingParameters<Result>(
    isolation: isolated (any Actor)?, _ call: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$withoutParameters.withValue(self, operation: call, isolation: isolation)
  }
}

/// The parameters of one call by `String` ID, as behaviors get them and the log keeps them.
@usableFromInline
package typealias Parameters = [FakeValueWrapper<Any?>]

/// The state of a function with a `String` ID.
@usableFromInline
package typealias NamedFunction = FunctionState<Parameters, Any?, any Error>

extension Parameters {
  @usableFromInline
  init(_ values: [Any?], of function: NamedFunction) {
    let positions = function.parameterPositions(values.count)
    self = values.indices.map { FakeValueWrapper(value: values[$0], position: positions[$0]) }
  }
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
