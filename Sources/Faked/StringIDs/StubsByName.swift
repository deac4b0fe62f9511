/// A behavior of a function with a `String` ID. It gets the number of the call, from 1, and its parameters.
public typealias FakedFunction = (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws
  -> Any?

/// An ID or a name of a function that is a `String`.
///
/// The forms of `when` and `verify` for a `String` are generic with these protocols. For a mistake in the body of a typed
/// behavior, or in its ID, the compiler then reports the mistake instead of the missing `String`.
public typealias StringID = StringProtocol & RangeReplaceableCollection & Codable

// A closure whose results all have one type, or that returns nothing, uses the generic form. Only a closure that
// returns values of several types needs the form with `Any?`, which is disfavored for that reason. Where there is no such
// form, the closure declares the type: `{ invocationCount, params -> Any? in … }`. A name can be stubbed; everything else
// needs an ID.
extension Faked {
  /// Stubs a function with a `String` ID with a behavior, and replaces its older stubs.
  ///
  /// The behavior runs for every call, on the thread of the call and never under a lock: it may call or stub any
  /// fake, including this one. It may return nothing.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - function: The behavior. It gets the number of the call, from 1, and the parameters of the call.
  public func when<Output>(
    _ id: KeyPath<Self, some StringID>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    stub(self[keyPath: id], SourceLine(fileID, filePath, line, column), .behavior(function))
  }

  /// Stubs a function with a `String` ID with a behavior that returns values of several types.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - function: The behavior. It gets the number of the call, from 1, and the parameters of the call.
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, some StringID>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function: @escaping FakedFunction
  ) {
    stub(self[keyPath: id], SourceLine(fileID, filePath, line, column), .behavior(function))
  }

  /// Stubs a function with a `String` ID with a behavior that may suspend.
  ///
  /// It runs on the actor that isolates the code where you write it. The method has to call `handleAsyncCall`.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - function: The behavior. It gets the number of the call, from 1, and the parameters of the call.
  public func when<Output>(
    _ id: KeyPath<Self, some StringID>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .asyncBehavior(function))
  }

  /// Stubs a function by its name with a behavior, as in `when("send(request:)")`.
  ///
  /// - Parameters:
  ///   - name: The name of the function, such as `send(request:)`.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - function: The behavior. It gets the number of the call, from 1, and the parameters of the call.
  public func when<Output>(
    _ name: some StringID, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    stub(name, SourceLine(fileID, filePath, line, column), .behavior(function))
  }

  func stub<Output>(
    _ name: some StringID, _ site: SourceLine, _ response: Response<Parameters, Output>
  ) {
    Stub<Parameters, Any?, AsyncThrows>(self, String(name), at: site)
      .setOnlyResponse(to: response.untyped)
  }
}

extension Response {
  /// The same response, with a result of any type.
  fileprivate var untyped: Response<Arguments, Any?> {
    let isPlain = !mayHoldOptional(Output.self)
    func untyped(_ output: Output) -> Any? { isPlain ? output : unwrappingOptionals(output) }
    return switch self {
    case .behavior(let behavior): .behavior { untyped(try behavior($0, $1)) }
    case .asyncBehavior(let behavior):
      .asyncBehavior { untyped(try await behavior($0, $1)) }
    case .hold(let queue): .hold(queue)
    }
  }
}

// Chains: values and parameters are checked when a call is made.
extension Faked {
  /// Starts a chain of responses, `.thenReturn`, `.thenThrow`, and `.then`, for all calls, or for those whose parameters
  /// are equal or match.
  ///
  /// Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - parameters: The values of the parameters, or of the first ones.
  ///   - matchers: One matcher for each other parameter. Without values and matchers, the chain responds to every call.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when(
    _ id: KeyPath<Self, String>, with parameters: Any?..., matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    Stub(
      self, self[keyPath: id], at: SourceLine(fileID, filePath, line, column),
      condition: Condition(equalTo: parameters, then: matchers))
  }

  /// Starts a chain of responses for a function by its name.
  ///
  /// - Parameters:
  ///   - name: The name of the function, such as `send(request:)`.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when(
    _ name: some StringID, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    Stub(self, String(name), at: SourceLine(fileID, filePath, line, column))
  }
}
