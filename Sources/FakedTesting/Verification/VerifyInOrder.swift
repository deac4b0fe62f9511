/// Checks that calls were made in the order of the checks inside, of one fake or of several.
///
/// Each `verify` inside matches only calls made after those of the check before; other calls may lie
/// between. A count says how many calls come next; `.never` says that none comes any more.
public func verifyInOrder(_ checks: () -> Void) {
  VerifiedOrder.$current.withValue(VerifiedOrder(), operation: checks)
}

/// How far the checks inside a `verifyInOrder` have come.
final class VerifiedOrder: Sendable {
  @TaskLocal static var current: VerifiedOrder?

  private let place = Captured((index: UInt64.zero, before: [String]()))

  func check<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake, at site: CallSite
  ) {
    let (latest, before) = place.value
    let next = findings.indices.filter { $0 > latest }
    let isMet = next.count >= count.range.lowerBound && (count != .never || next.isEmpty)
    let taken = next.prefix(count.allowsNone ? count.range.upperBound : count.range.lowerBound)
    guard isMet else {
      let message = {
        CheckMessage.order(findings, count, found: next.count, after: before, of: fake)
      }
      return fake.conclude(count == .never ? .failed(message) : .open(message), at: site)
    }
    place.withValue { place in
      place.index = taken.last ?? place.index
      place.before.append("\(findings.function)\(findings.wanted.map { " " + $0 } ?? "")")
    }
    fake.conclude(
      .met(isFinal: count != .never) { fake.markVerified(findings, only: Set(taken)) }, at: site)
  }
}

extension CheckMessage {
  fileprivate static func order<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, found: Int, after steps: [String], of fake: Fake
  ) -> String {
    let wanted = findings.wanted.map { " " + $0 } ?? ""
    let place = steps.last.map { " after \($0)" } ?? ""
    let head =
      "Expected \(count) of \(findings.function)\(wanted)\(place); there "
      + "\(found == 1 ? "was" : "were") \(found == 0 ? "none" : calls(found))."
    let order = steps.isEmpty ? [] : ["In order so far: " + steps.joined(separator: ", ") + "."]
    let texts = Dictionary(findings.mismatches(20).map { ($0.index, $0.texts) }) { $1 }
    let list = listed(NumberedCall.all(of: fake).map { ($0, texts[$0.record.index] ?? []) })
    return ([head] + order + list).joined(separator: "\n  ")
  }
}
