// The forms of `verify(where:)` for functions of up to four parameters. They do nothing of their own:
// with the types of a closure's parameters at hand, and not in a pack, the compiler checks its body in
// a millisecond instead of forty.
extension Faked {
  /// Checks how often a function with one parameter was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1) -> Bool
  ) {
    check(
      FunctionState<P1, Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments) }
  }

  /// Checks how often a function with two parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2) -> Bool
  ) {
    check(
      FunctionState<(P1, P2), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1) }
  }

  /// Checks how often a function with three parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, P3, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2, P3) -> Bool
  ) {
    check(
      FunctionState<(P1, P2, P3), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1, arguments.2) }
  }

  /// Checks how often a function with four parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, P3, P4, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2, P3, P4) -> Bool
  ) {
    check(
      FunctionState<(P1, P2, P3, P4), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1, arguments.2, arguments.3) }
  }

  /// Checks how often an async function with one parameter was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) async throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1) -> Bool
  ) {
    check(
      FunctionState<P1, Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments) }
  }

  /// Checks how often an async function with two parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) async throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2) -> Bool
  ) {
    check(
      FunctionState<(P1, P2), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1) }
  }

  /// Checks how often an async function with three parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, P3, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) async throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2, P3) -> Bool
  ) {
    check(
      FunctionState<(P1, P2, P3), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1, arguments.2) }
  }

  /// Checks how often an async function with four parameters was called with arguments that the closure accepts.
  @inlinable
  public func verify<P1, P2, P3, P4, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) async throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (P1, P2, P3, P4) -> Bool
  ) {
    check(
      FunctionState<(P1, P2, P3, P4), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(arguments.0, arguments.1, arguments.2, arguments.3) }
  }
}
