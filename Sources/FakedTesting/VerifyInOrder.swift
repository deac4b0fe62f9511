/// Checks that calls were made in the order of the checks inside, of one fake or of several.
///
/// Each `verify` inside looks for its calls behind those of the one before; other calls may lie
/// between. A count says how many calls come next; `.never` says that none comes any more.
public func verifyInOrder(_ checks: () -> Void) {
  VerifiedOrder.$current.withValue(VerifiedOrder(), operation: checks)
}

/// How far the checks inside a `verifyInOrder` have come.
final class VerifiedOrder: Sendable {
  @TaskLocal static var current: VerifiedOrder?

  private let place = Captured((index: Int.min, before: [String]()))

  func check<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake, at site: CallSite
  ) {
    let (latest, before) = place.value
    let next = findings.indices.filter { $0 > latest }
    let isMet = next.count >= count.range.lowerBound && (count != .never || next.isEmpty)
    let taken = next.prefix(count.allowsNone ? count.range.upperBound : count.range.lowerBound)
    let step = "\(findings.function)\(findings.wanted ?? "")"
    guard isMet else {
      return fake.report(
        CheckMessage.order(findings, count, found: next.count, after: before, of: fake), at: site)
    }
    fake.markVerified(findings, only: Set(taken))
    place.withValue { place in
      place.index = taken.last ?? place.index
      place.before.append(step)
    }
  }
}

extension CheckMessage {
  fileprivate static func order<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, found: Int, after steps: [String], of fake: Fake
  ) -> String {
    let call = "\(findings.function)\(findings.wanted.map { " with \($0)" } ?? "")"
    let expected = count == .never ? "was never expected there" : "was expected \(count)"
    let place = steps.last.map { " after \($0)" } ?? ""
    let head = "\(call) was called \(times(found))\(place), but \(expected)."
    let order = steps.isEmpty ? [] : ["In order so far: " + steps.joined(separator: ", ") + "."]
    return ([head] + order + listed(numberedCalls(of: fake).map { ($0, []) }))
      .joined(separator: "\n  ")
  }
}
