// The forms of `When` for functions of up to four parameters. They do nothing of their own: with the
// types of a closure's parameters at hand, and not in a pack, the compiler checks its body in
// milliseconds instead of seconds.
extension Faked {
  /// Teaches what a call of a function with one parameter does.
  @inlinable
  public func when<P1, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (P1) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (_, arguments: P1) throws(Failure) in try perform(arguments)
      })
  }

  /// Teaches what a call of a function with one parameter does; the number of the call comes first.
  @inlinable
  public func when<P1, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (_ invocationCount: Int, P1) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (count, arguments: P1) throws(Failure) in try perform(count, arguments)
      })
  }

  /// Teaches what a call of a function with two parameters does.
  @inlinable
  public func when<P1, P2, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (P1, P2) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (_, arguments: (P1, P2)) throws(Failure) in try perform(arguments.0, arguments.1)
      })
  }

  /// Teaches what a call of a function with two parameters does; the number of the call comes first.
  @inlinable
  public func when<P1, P2, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (_ invocationCount: Int, P1, P2) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (count, arguments: (P1, P2)) throws(Failure) in try perform(count, arguments.0, arguments.1)
      })
  }

  /// Teaches what a call of a function with three parameters does.
  @inlinable
  public func when<P1, P2, P3, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (P1, P2, P3) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (_, arguments: (P1, P2, P3)) throws(Failure) in
        try perform(arguments.0, arguments.1, arguments.2)
      })
  }

  /// Teaches what a call of a function with three parameters does; the number of the call comes first.
  @inlinable
  public func when<P1, P2, P3, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (_ invocationCount: Int, P1, P2, P3) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (count, arguments: (P1, P2, P3)) throws(Failure) in
        try perform(count, arguments.0, arguments.1, arguments.2)
      })
  }

  /// Teaches what a call of a function with four parameters does.
  @inlinable
  public func when<P1, P2, P3, P4, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (P1, P2, P3, P4) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (_, arguments: (P1, P2, P3, P4)) throws(Failure) in
        try perform(arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }

  /// Teaches what a call of a function with four parameters does; the number of the call comes first.
  @inlinable
  public func when<P1, P2, P3, P4, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (_ invocationCount: Int, P1, P2, P3, P4) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync {
        (count, arguments: (P1, P2, P3, P4)) throws(Failure) in
        try perform(count, arguments.0, arguments.1, arguments.2, arguments.3)
      })
  }
}
