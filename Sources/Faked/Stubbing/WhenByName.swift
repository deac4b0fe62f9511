/// A behavior of a function with a `String` ID. It gets the number of the call, from 1, and its parameters.
public typealias FakedFunction = (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws
  -> Any?

// A closure whose results all have one type, or that returns nothing, uses the generic form. Only a closure that
// returns values of several types needs the form with `Any?`, which is disfavored for that reason. Where there is no such
// form, the closure declares the type: `{ invocationCount, params -> Any? in … }`.
//
// A name can be stubbed; everything else needs an ID. The type of a name is generic, with protocols to which no key
// path conforms: for a misspelled key path, the compiler then blames the form that takes a key path. The type of an ID
// is generic, with protocols to which no `FunctionID` conforms: for a mistake in the body of a typed behavior, the
// compiler then points to the body instead of the ID.
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
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, some StringProtocol & RangeReplaceableCollection & Codable>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    stubByName(name(of: id, at: site), site, function)
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
  @inlinable
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, some StringProtocol & RangeReplaceableCollection & Codable>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function: @escaping FakedFunction
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    stubByName(name(of: id, at: site), site, function)
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
  @inlinable
  public func when<Output>(
    _ id: KeyPath<Self, some StringProtocol & RangeReplaceableCollection & Codable>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    stubByName(name(of: id, at: site), site, async: function)
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
  @inlinable
  public func when<Output>(
    _ name: some StringProtocol & Codable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    function:
      @escaping (_ invocationCount: Int, _ params: [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    stubByName(String(name), SourceLine(fileID, filePath, line, column), function)
  }

  @usableFromInline
  func stubByName<Output>(
    _ name: String, _ site: SourceLine,
    _ behavior: @escaping (Int, [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    instance.stub(
      name, of: type(of: self), at: site,
      Response<Parameters, Any?, any Error>.behavior { count, params in
        let output = try behavior(count, params)
        return isPlain ? output : unwrappingOptionals(output)
      })
  }

  @usableFromInline
  func stubByName<Output>(
    _ name: String, _ site: SourceLine,
    async behavior: @escaping (Int, [FakeValueWrapper<Any?>]) async throws -> Output
  ) {
    let isPlain = !mayHoldOptional(Output.self)
    instance.stub(
      name, of: type(of: self), at: site,
      Response<Parameters, Any?, any Error>.asyncBehavior(
        AsyncBehavior { count, params in
          let output = try await behavior(count, params)
          return isPlain ? output : unwrappingOptionals(output)
        }))
  }
}
