// The forms of `verify` for functions of up to four parameters. They count what the forms for any number
// do: with the types of the parameters at hand, and not in a pack, the compiler checks a closure in a
// millisecond instead of forty, and a call is compared without a loop over its arguments.
extension Faked {
  /// Checks how often a function with one parameter was called with equal arguments.
  @inlinable
  @_disfavoredOverload
  public func verify<P1: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) throws(Failure) -> Output>>,
    called count: CallCount = .once, with a1: P1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<P1, Output, Failure>.self, self[keyPath: id].name, count,
      Condition(.equal(a1)).holding { $0 == a1 }, CallSite(fileID, filePath, line, column))
  }

  /// Checks how often a function with one parameter was called with arguments that match.
  @inlinable
  @_disfavoredOverload
  public func verify<P1, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching m1: Matcher<P1>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<P1, Output, Failure>.self, self[keyPath: id].name, count,
      Condition(m1).holding { m1.matches($0) }, CallSite(fileID, filePath, line, column))
  }

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
    ) { condition($0) }
  }

  /// Checks how often a function with two parameters was called with equal arguments.
  @inlinable
  @_disfavoredOverload
  public func verify<P1: Equatable, P2: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) throws(Failure) -> Output>>,
    called count: CallCount = .once, with a1: P1, _ a2: P2,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(.equal(a1), .equal(a2)).holding { $0.0 == a1 && $0.1 == a2 },
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often a function with two parameters was called with arguments that match.
  @inlinable
  @_disfavoredOverload
  public func verify<P1, P2, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching m1: Matcher<P1>, _ m2: Matcher<P2>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(m1, m2).holding { m1.matches($0.0) && m2.matches($0.1) },
      CallSite(fileID, filePath, line, column))
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
    ) { condition($0.0, $0.1) }
  }

  /// Checks how often a function with three parameters was called with equal arguments.
  @inlinable
  @_disfavoredOverload
  public func verify<P1: Equatable, P2: Equatable, P3: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) throws(Failure) -> Output>>,
    called count: CallCount = .once, with a1: P1, _ a2: P2, _ a3: P3,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2, P3), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(.equal(a1), .equal(a2), .equal(a3)).holding {
        $0.0 == a1 && $0.1 == a2 && $0.2 == a3
      },
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often a function with three parameters was called with arguments that match.
  @inlinable
  @_disfavoredOverload
  public func verify<P1, P2, P3, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching m1: Matcher<P1>, _ m2: Matcher<P2>, _ m3: Matcher<P3>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2, P3), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(m1, m2, m3).holding { m1.matches($0.0) && m2.matches($0.1) && m3.matches($0.2) },
      CallSite(fileID, filePath, line, column))
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
    ) { condition($0.0, $0.1, $0.2) }
  }

  /// Checks how often a function with four parameters was called with equal arguments.
  @inlinable
  @_disfavoredOverload
  public func verify<
    P1: Equatable, P2: Equatable, P3: Equatable, P4: Equatable, Output, Failure: Error
  >(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) throws(Failure) -> Output>>,
    called count: CallCount = .once, with a1: P1, _ a2: P2, _ a3: P3, _ a4: P4,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2, P3, P4), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(.equal(a1), .equal(a2), .equal(a3), .equal(a4)).holding {
        $0.0 == a1 && $0.1 == a2 && $0.2 == a3 && $0.3 == a4
      }, CallSite(fileID, filePath, line, column))
  }

  /// Checks how often a function with four parameters was called with arguments that match.
  @inlinable
  @_disfavoredOverload
  public func verify<P1, P2, P3, P4, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(P1, P2, P3, P4) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching m1: Matcher<P1>, _ m2: Matcher<P2>, _ m3: Matcher<P3>,
    _ m4: Matcher<P4>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(P1, P2, P3, P4), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(m1, m2, m3, m4).holding {
        m1.matches($0.0) && m2.matches($0.1) && m3.matches($0.2) && m4.matches($0.3)
      }, CallSite(fileID, filePath, line, column))
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
    ) { condition($0.0, $0.1, $0.2, $0.3) }
  }
}
