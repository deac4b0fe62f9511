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

  private struct Progress: Sendable {
    /// The index of the latest call that a check has counted.
    var latestIndex: UInt64 = 0
    var hasChecks = false
  }

  private let progress = Captured(Progress())
  /// The checks that held.
  private let earlier = Captured<[CheckedStep]>([])

  var hasChecks: Bool { progress.value.hasChecks }

  func recordCheck() { progress.withValue { $0.hasChecks = true } }

  /// Returns the result of a check of the calls that follow those of the checks before it.
  func result(of evidence: CheckEvidence, _ count: CallCount) -> CheckResult {
    let latest = progress.value.latestIndex
    let next = evidence.counted.filter { $0 > latest }
    let isExceeded = count.allowsNone && next.count > count.maximum
    let isMet = next.count >= count.minimum && !isExceeded
    // A call that is not kept was made before those that are, but possibly after those of the previous check.
    if evidence.kept < evidence.total, !isMet || count.canBreak {
      return .failed(.callsNotKept(evidence))
    }
    guard isMet else {
      return .failed(
        .wrongOrder(evidence, count, found: next.count, after: earlier.value),
        isFinal: isExceeded, verified: .all(evidence))
    }
    let taken = next.prefix(count.allowsNone ? count.maximum : count.minimum)
    progress.withValue { $0.latestIndex = taken.last ?? latest }
    earlier.withValue { $0.append(CheckedStep(evidence: evidence, counted: Array(taken))) }
    return .passed(isFinal: !count.canBreak, verified: .some(taken, evidence))
  }
}

/// A check in an order that held.
struct CheckedStep {
  let evidence: CheckEvidence
  /// The indices of the calls that it has counted.
  let counted: [UInt64]
}
