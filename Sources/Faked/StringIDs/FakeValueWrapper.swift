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
    UnwrapErrors.add(error, of: position)
    return error
  }
}

/// The errors that `unwrap()` has thrown, of which the latest are kept.
///
/// Only a behavior that throws such an error makes its call fail. The code under test may swallow it.
private enum UnwrapErrors {
  private static let maxErrors = 100
  private static let latest = Locked<[(position: ParameterPosition, error: FakedError)]>([])

  static func add(_ error: FakedError, of position: ParameterPosition) {
    latest.withLock { latest in
      if latest.count == maxErrors { latest.removeFirst() }
      latest.append((position, error))
    }
  }

  /// Removes an error that a behavior of a function has thrown, and returns the parameter that it is about. `nil` if its
  /// `unwrap()` did not throw it.
  static func take(_ error: FakedError, of function: FunctionLabel) -> ParameterPosition? {
    latest.withLock { latest in
      // A call without parameters can't name its function.
      let index = latest.firstIndex {
        $0.error == error && ($0.position.function ?? function) === function
      }
      return index.map { latest.remove(at: $0).position }
    }
  }
}

extension Call where Output == Any? {
  /// Returns the error of a call. An error of `unwrap()` names the function, and the end of the scope reports it if the
  /// code under test swallows it.
  @usableFromInline
  func errorOfUnwrap(_ thrown: any Error) -> any Error {
    let label = function.label
    guard var error = thrown as? FakedError, let position = UnwrapErrors.take(error, of: label)
    else { return thrown }
    if position.function == nil { error = FakeFailure.missingParameter(position.of(label)).error }
    instance.joinScopeOfFailure()
    instance.state.scope?.recordThrown(error, of: label, calledAt: capturedSite)
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
///
/// The calls of a function share the positions, so that a recorded parameter needs only a reference.
final class ParameterPosition: Sendable {
  let index: Int
  /// The number of parameters of the call.
  let count: Int
  let function: FunctionLabel?

  init(index: Int, count: Int, function: FunctionLabel?) {
    self.index = index
    self.count = count
    self.function = function
  }

  /// A Boolean value that indicates whether the call had a parameter at the position.
  var exists: Bool { 0..<count ~= index }

  func of(_ function: FunctionLabel) -> ParameterPosition {
    ParameterPosition(index: index, count: count, function: function)
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
