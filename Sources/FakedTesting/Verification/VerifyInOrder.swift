/// Checks that calls were made in the order of the checks inside, of one fake or of several.
///
/// Each `verify` inside matches only calls made after those of the check before; other calls may lie
/// between. A count says how many calls come next; `.never` and `.atMost` say that none, or no more
/// than so many, come after the check before. Without a check inside it fails.
public func verifyInOrder(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ checks: () -> Void
) {
  let (order, outer) = (VerifiedOrder(), VerifiedOrder.current)
  VerifiedOrder.$current.withValue(order, operation: checks)
  if order.hasChecks {
    outer?.noteCheck()
    return
  }
  let site = CallSite(fileID, filePath, line, column)
  let report = { @Sendable in
    FailureReporter.report(
      CheckMessage.noChecks("verifyInOrder"), at: site, ownedBy: FakedScope.current)
  }
  if let wait = EventualChecks.current { wait.note(report) } else { report() }
}

/// How far the checks inside a `verifyInOrder` have come.
final class VerifiedOrder: Sendable {
  @TaskLocal static var current: VerifiedOrder?

  private let place = Captured((index: UInt64.zero, before: [() -> String](), hasChecks: false))

  var hasChecks: Bool { place.value.hasChecks }

  func noteCheck() { place.withValue { $0.hasChecks = true } }

  func check<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake, at site: CallSite
  ) {
    let (latest, before, _) = place.value
    let next = findings.indices.filter { $0 > latest }
    let isExceeded = count.allowsNone && next.count > count.range.upperBound
    let isMet = next.count >= count.range.lowerBound && !isExceeded
    // A call that is not kept came before those that are: it can break what wants no more than so many.
    if findings.kept < findings.total, !isMet || count.allowsNone && count.isLimited {
      return fake.fail(isFinal: true, at: site) { CheckMessage.forgotten(findings) }
    }
    let taken = next.prefix(count.allowsNone ? count.range.upperBound : count.range.lowerBound)
    guard isMet else {
      return fake.fail(isFinal: isExceeded, at: site, mark: { fake.markAll(findings) }) {
        CheckMessage.order(findings, count, found: next.count, after: before, of: fake)
      }
    }
    place.withValue { place in
      place.index = taken.last ?? place.index
      place.before.append { findings.subject }
    }
    fake.pass(isFinal: !(count.allowsNone && count.isLimited), at: site) {
      fake.markVerified(findings, only: Array(taken))
    }
  }
}

extension CheckMessage {
  /// What is wrong with a check in `verifyInOrder` that looks at all calls.
  static func outsideOfOrder(_ check: String, instead: String) -> String {
    "`\(check)` checks all calls, whenever they were made. \(instead), or move it out of "
      + "`verifyInOrder`."
  }

  fileprivate static func order<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, found: Int, after checks: [() -> String],
    of fake: Fake
  ) -> String {
    let steps = checks.suffix(mostLines).map { $0() }
    let place = steps.last.map { " after \($0)" } ?? ""
    let head =
      "Expected \(count) of \(findings.subject)\(place); there "
      + "\(found == 1 ? "was" : "were") \(found == 0 ? "none" : calls(found))."
    let order = steps.isEmpty ? [] : ["In order so far: " + steps.joined(separator: ", ") + "."]
    // The calls that match, at the wrong place, and the nearest of the others, as they came.
    let matched = findings.indices.suffix(mostLines).map { ($0, [String]()) }
    let missed = findings.mismatches(mostLines - matched.count).map { ($0.index, $0.texts) }
    let shown = (matched + missed).sorted { $0.0 < $1.0 }
    let list = listed(
      NumberedCall.calls(shown, of: fake), left: findings.kept - shown.count)
    let others = findings.total == 0 ? instead(findings.function, of: fake) : []
    return ([head] + order + list + others).joined(separator: "\n  ")
  }
}
