/// One parameter of a call by `String` ID: its value, and a way to get it back as what it was.
///
/// ```swift
/// let request: URLRequest! = try params[0].unwrap()
/// ```
public struct FakeValueWrapper<T> {
  /// The value as it was handed over.
  public let value: T
  // The call it was handed over in, for failure texts.
  let function: FunctionLabel?
  let index: Int32
  let count: Int32

  init(value: T, function: FunctionLabel?, index: Int, count: Int) {
    self.value = value
    self.function = function
    self.index = Int32(clamping: index)
    self.count = Int32(clamping: count)
  }

  /// The value as a `U`, which may be `V`, `V!` or `V?`; nil is a value of the last two.
  ///
  /// Throws `FakedError.typeMismatch` when the value is no `U`, and `FakedError.invalidParameter` when
  /// the call had no such parameter; either says which parameter of which function held what.
  public func unwrap<U>() throws -> U {
    let position = ParameterPosition(index: Int(index), count: Int(count), function: function)
    guard index >= 0, index < count else { throw FakeFailure.missingParameter(position).error }
    if let value = value as? U { return value }
    throw FakeFailure.parameterMismatch(position, value: value, wanted: U.self).error
  }
}

extension Array where Element == FakeValueWrapper<Any?> {
  /// The parameter at that position, counted from 0.
  ///
  /// Where the call had fewer, `unwrap()` throws and says so, instead of a trap here. It is on `Array`,
  /// since published code spells that type: compatibility wins over the compiler's diagnostics.
  public subscript(index: Int) -> FakeValueWrapper<Any?> {
    guard indices.contains(index) else {
      let function = isEmpty ? FunctionLabel.withoutParameters : first?.function
      return FakeValueWrapper(value: nil, function: function, index: index, count: count)
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

/// A function known by a String.
@usableFromInline
package typealias NamedFunction = FunctionState<Parameters, Any?, any Error>

extension Parameters {
  @usableFromInline
  init(_ values: [Any?], of function: FunctionLabel) {
    let values = listed(values)
    self = values.indices.map {
      FakeValueWrapper(value: values[$0], function: function, index: $0, count: values.count)
    }
  }
}

/// The parameters of a call: those of a `[Any?]` that is all there is, one by one.
///
/// A method with variadic parameters hands on such an array. In the Swift 5 mode the language itself makes
/// a list of it, in the Swift 6 mode it stays one parameter: so both are the same.
@usableFromInline
package func listed(_ values: [Any?]) -> [Any?] {
  guard values.count == 1, let only = values[0] else { return values }
  // Not any array: one of strings, say, is one parameter.
  return type(of: only) == [Any?].self ? only as? [Any?] ?? values : values
}
