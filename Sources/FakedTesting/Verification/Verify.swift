// Checks of functions with a `FunctionID`. Each form compares the calls with a condition, and checks their number.
//
// The first value and the first two matchers are parameters of their own, for the same reasons as those of `when`.
extension Faked {
  /// Checks how often a function was called.
  ///
  /// A failure fails the test that owns the fake, at the line of the check. The time is proportional to the
  /// number of calls.
  ///
  /// ```swift
  /// library.verify(\.borrow)
  /// library.verify(\.borrow, called: 2)
  /// library.verify(\.borrow, with: "Emma", 7)
  /// library.verify(\.borrow, matching: .prefix("Em"), .any)
  /// ```
  ///
  /// See <doc:Verifying>.
  ///
  /// - Parameters:
  ///   - id: The function: a `FunctionID` or a `String` of the fake.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  public func verify(
    _ id: KeyPath<Self, some FunctionName>, called count: any CallCountConvertible = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    evidence(of: self[keyPath: id].description)
      .check(count, at: SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function was called with equal arguments. All arguments must be equal.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - first: The value for the first parameter.
  ///   - more: A value for each other parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @inlinable @_disfavoredOverload
  public func verify<First: Equatable, each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(First, repeat each P) -> Output, E>>,
    called count: any CallCountConvertible = 1,
    with first: First, _ more: repeat each P, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    evidence(
      FunctionState<(First, repeat each P), Output>.self, self[keyPath: id].name,
      Condition(equal: first, repeat each more)
    ).check(count, at: SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function with one parameter was called with a matching argument.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - matcher: The matcher for the parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @inlinable @_disfavoredOverload
  public func verify<Argument, Output, E>(
    _ id: KeyPath<Self, FunctionID<(Argument) -> Output, E>>,
    called count: any CallCountConvertible = 1, matching matcher: Matcher<Argument>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    evidence(
      FunctionState<Argument, Output>.self, self[keyPath: id].name, Condition(matcher)
    ).check(count, at: SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function was called with matching arguments. All arguments must match.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - first: The matcher for the first parameter.
  ///   - second: The matcher for the second parameter.
  ///   - more: A matcher for each other parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @inlinable @_disfavoredOverload
  public func verify<First, Second, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(First, Second, repeat each P) -> Output, E>>,
    called count: any CallCountConvertible = 1,
    matching first: Matcher<First>, _ second: Matcher<Second>, _ more: repeat Matcher<each P>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    evidence(
      FunctionState<(First, Second, repeat each P), Output>.self,
      self[keyPath: id].name, Condition(first, second, repeat each more)
    ).check(count, at: SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function was called with arguments for which a closure returns true.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  ///   - condition: Returns a Boolean value that indicates whether a call with these arguments counts.
  @inlinable
  public func verify<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountConvertible = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where condition: (repeat each P) -> Bool
  ) {
    check(
      FunctionState<(repeat each P), Output>.self, self[keyPath: id].name, count,
      SourceLine(fileID, filePath, line, column)
    ) { (arguments: (repeat each P)) in condition(repeat each arguments) }
  }
}

// Functions with a `String` ID. The parameters are compared when the check is made.
extension Faked {
  /// Checks how often a function was called with parameters that are equal or match.
  ///
  /// Values that are not `Equatable` are compared by structure.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - parameters: The values of the parameters, or of the first ones.
  ///   - matchers: One matcher for each other parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @_disfavoredOverload  // Without values and matchers, both forms would fit.
  public func verify(
    _ id: KeyPath<Self, some StringID>,
    called count: any CallCountConvertible = 1,
    with parameters: Any?..., matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    let name = String(self[keyPath: id])
    guard let condition = Condition(equalTo: parameters, then: matchers) else {
      return evidence(of: name).check(count, at: site)
    }
    evidence(NamedFunction.self, name, condition).check(count, at: site)
  }

  /// Checks how often a function was called with parameters for which a closure returns true.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or `.never`. Defaults to once.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  ///   - condition: Returns a Boolean value that indicates whether a call with these parameters counts.
  public func verify(
    _ id: KeyPath<Self, some StringID>,
    called count: any CallCountConvertible = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(
      NamedFunction.self, String(self[keyPath: id]), count,
      SourceLine(fileID, filePath, line, column),
      where: condition)
  }
}

extension Faked {
  /// Checks that the fake had no calls except those that `verify` has counted.
  ///
  /// A call that the `history` of the fake no longer keeps counts as not verified.
  ///
  /// ```swift
  /// library.verify(\.find, with: "Emma")
  /// library.verifyNoMoreCalls()
  /// ```
  ///
  /// Without an earlier check, it expects no calls at all.
  ///
  /// See <doc:Verifying>.
  ///
  /// - Parameters:
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  public func verifyNoMoreCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    // The checks of `eventually` mark their calls only after the wait.
    let counted = EventualChecks.current?.verifiedCalls(of: instance) ?? []
    let functions = instance.state.mapForCheck {
      (
        total: $0.callCount, kept: $0.facts.count,
        indices: $0.facts.filter { !$0.isVerified }.map(\.index).filter { !counted.contains($0) }
      )
    }
    let (total, kept) = functions.reduce((0, 0)) { ($0.0 + $1.total, $0.1 + $1.kept) }
    let unverified = UnverifiedCalls(
      fake: instance, indices: functions.flatMap(\.indices).sorted(), total: total,
      kept: kept)
    instance.state.recordCheck()
    unverified.result.conclude(
      for: unverified.fake, at: SourceLine(fileID, filePath, line, column))
  }
}

/// The calls of a fake that were neither counted by a check nor listed in its failure.
struct UnverifiedCalls {
  let fake: FakeInstance
  /// The indices of the calls that are kept, oldest first.
  let indices: [UInt64]
  /// The number of all calls of the fake, including those that the history no longer keeps.
  let total: Int
  let kept: Int

  fileprivate var result: CheckResult {
    if VerifiedOrder.current != nil { return CheckResult(.notAnOrder) }
    if indices.isEmpty, kept < total { return CheckResult(.callsForgotten(fake, total - kept)) }
    if !indices.isEmpty { return CheckResult(.unverifiedCalls(self)) }
    let discarded = fake.state.callCountBeforeTearDown()
    if discarded > 0 { return CheckResult(.tornDown(fake.owner, discarded)) }
    return CheckResult(nil, isFinal: false)
  }
}

/// Checks that calls of one or several fakes were made in the order of the checks in a closure.
///
/// Each `verify` counts only calls that were made after those of the previous check. Other calls may be made
/// in between. A count is the number of calls that must follow; `.never` and `...2` limit the calls that
/// follow those of the previous check.
///
/// ```swift
/// verifyInOrder {
///   library.verify(\.find, with: "Emma")
///   library.verify(\.borrow, with: "Emma", 7)
///   mailer.verify(\.send)
/// }
/// ```
///
/// See <doc:Verifying>.
///
/// - Parameters:
///   - fileID: The file of the check. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line to which a failure belongs.
///   - column: The column of that line.
///   - checks: Calls `verify` at least once.
public func verifyInOrder(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ checks: () -> Void
) {
  let (order, outer) = (VerifiedOrder(), VerifiedOrder.current)
  VerifiedOrder.$current.withValue(order, operation: checks)
  if order.hasChecks {
    outer?.recordCheck()
  } else {
    let site = SourceLine(fileID, filePath, line, column)
    PendingCheck(.noChecks(verb: "verifyInOrder"), at: site).reportOrWait()
  }
}

/// The progress of the checks in one `verifyInOrder`.
final class VerifiedOrder: Sendable {
  @TaskLocal static var current: VerifiedOrder?

  /// A Boolean value that indicates whether the closure makes a check, and the checks that held.
  private let progress = Captured((hasChecks: false, held: [CheckedStep]()))

  var hasChecks: Bool { progress.value.hasChecks }

  func recordCheck() { progress.withValue { $0.hasChecks = true } }

  /// Returns the result of a check of the calls that follow those of the checks before it.
  func result(of evidence: CheckEvidence, _ count: CallCount) -> CheckResult {
    let earlier = progress.value.held
    // Each check counts calls after those of the checks before it.
    let latest = earlier.compactMap(\.counted.last).last ?? 0
    let next = evidence.counted.filter { $0 > latest }
    let isExceeded = count.allowsNone && next.count > count.maximum
    let isMet = next.count >= count.minimum && !isExceeded
    // A call that is not kept was made before those that are, but possibly after those of the previous check.
    if evidence.kept < evidence.total, !isMet || count.canBreak {
      return CheckResult(.callsNotKept(evidence))
    }
    guard isMet else {
      return CheckResult(
        .wrongOrder(evidence, count, found: next.count, after: earlier),
        isFinal: isExceeded, verified: VerifiedCalls(evidence: evidence))
    }
    let taken = Array(next.prefix(count.allowsNone ? count.maximum : count.minimum))
    progress.withValue { $0.held.append(CheckedStep(evidence: evidence, counted: taken)) }
    return CheckResult(
      nil, isFinal: !count.canBreak, verified: VerifiedCalls(evidence: evidence, indices: taken))
  }
}

/// A check in an order that held.
struct CheckedStep {
  let evidence: CheckEvidence
  /// The indices of the calls that it has counted.
  let counted: [UInt64]
}
