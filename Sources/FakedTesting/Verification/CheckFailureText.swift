// The texts of failed checks: the expectation, the calls in order, and what differs.
extension CheckFailure {
  /// The maximum number of lines in one list. The transcript of the test has the rest.
  static let maxLines = 20

  var text: String {
    switch self {
    case .invalidCount(let function, let problem):
      "\(function) cannot be verified: \(problem). Use a number of at least 0, or `.never`."
    case .scopeEnded(let fake):
      "\(fake.owner) cannot be verified. The scope of this fake has ended, and its calls were discarded. "
        + "Verify within the scope."
    case .tornDown(let subject, let count):
      "\(subject) cannot be verified. `tearDown()` discarded \(calls(count)). Verify before the tear-down."
    case .callsForgotten(let fake, let count):
      "\(fake.owner) cannot be verified: \(calls(count)) \(count == 1 ? "is" : "are") not kept. Set `history` to "
        + "`.unlimited` before the calls."
    case .callsNotKept(let evidence): Self.callsNotKept(evidence)
    case .wrongCount(let evidence, let count): Self.wrongCount(evidence, count)
    case .wrongOrder(let evidence, let count, let found, let earlier):
      Self.wrongOrder(evidence, count, found, after: earlier)
    case .wrongArguments(let evidence, let list): Self.wrongArguments(evidence, list)
    case .unverifiedCalls(let unverified): Self.unverified(unverified)
    case .notAnOrder(let check, let instead):
      "`\(check)` checks all calls, whenever they were made. \(instead), or move it out of "
        + "`verifyInOrder`."
    case .noChecks(let verb): "`\(verb)` has no check. Write `fake.verify(…)` in its closure."
    }
  }

  private static func callsNotKept(_ evidence: CheckEvidence) -> String {
    let (total, kept) = (evidence.total, evidence.kept)
    let some = kept == 0 ? "none" : "only the last \(kept)"
    let which =
      total == 1
      ? "its only call is not kept"
      : "\(some) of its \(calls(total)) \(kept == 1 ? "is" : "are") kept"
    return
      "\(evidence.function) cannot be verified: \(which). Set `history` to `.unlimited` before the calls, or "
      + "verify the count alone."
  }

  private static func wrongCount(_ evidence: CheckEvidence, _ count: CallCount) -> String {
    var lines = [head(evidence, count)]
    if evidence.total == 0 {
      lines += otherCalls(evidence)
    } else {
      let isTooFew = evidence.matched < count.minimum
      let counted = evidence.counted.prefix(maxLines).map { ListedCall(index: $0) }
      let missed = isTooFew ? misses(evidence, maxLines - counted.count) : []
      let total = isTooFew ? evidence.kept : evidence.counted.count
      lines += list(counted + missed, of: evidence.fake, total: total)
    }
    if evidence.matched < count.minimum {
      lines += sameArguments(as: evidence.comparison?.wantedArguments, evidence)
      lines += callsOfOthers(evidence)
    }
    return lines.joined(separator: "\n  ")
  }

  /// Returns the first line: `Expected 1 call of FakeStore.set(_:for:) with ("a", for: "b"); it was never called.`
  private static func head(_ evidence: CheckEvidence, _ count: CallCount) -> String {
    let head = "Expected \(count.phrase) of \(evidence.subject); "
    switch (evidence.total, evidence.matched) {
    case (0, _): return head + "it was never called."
    case (let total, _) where evidence.comparison == nil: return head + there(were: total) + "."
    case (1, 0): return head + "its only call does not match."
    case (let total, 0): return head + "none of its \(total) calls matches."
    case (let total, let matched) where total == matched:
      return head + "\(calls(matched)) \(matched == 1 ? "matches" : "match")."
    case (let total, let matched):
      return head + "\(matched) of its \(total) calls \(matched == 1 ? "matches" : "match")."
    }
  }

  private static func wrongOrder(
    _ evidence: CheckEvidence, _ count: CallCount, _ found: Int, after earlier: [CheckedStep]
  ) -> String {
    let after = earlier.last.map { " after \($0.evidence.subject)" } ?? ""
    let head = "Expected \(count.phrase) of \(evidence.subject)\(after); "
    let taken = earlier.flatMap { check in
      check.counted.map { (check.evidence.fake, ListedCall(index: $0, note: "as expected")) }
    }
    let latest = taken.map(\.1.index).max() ?? 0
    let takenHere = Set(
      taken.filter { $0.0.instance === evidence.fake.instance }.map(\.1.index))
    let others = evidence.counted.filter { !takenHere.contains($0) }
    let early = others.filter { $0 < latest }.count
    let isMissing = found < count.minimum && early == 0
    let before = taken.suffix(maxLines / 2)
    let room = maxLines - before.count
    let own =
      others.suffix(room).map { ListedCall(index: $0, note: $0 < latest ? "too early" : "") }
      + (isMissing ? misses(evidence, room) : []).filter { !takenHere.contains($0.index) }
    let shown = (before + own.prefix(room).map { (evidence.fake, $0) }).sorted {
      $0.1.index < $1.1.index
    }
    let isOther = others.count < evidence.counted.count
    let notShown = taken.count - before.count + max(0, others.count - room)
    var lines = [head + ending(found, early: early, isOther: isOther)]
    if notShown > 0 { lines.append("… \(notShown) earlier") }
    lines += list(shown, total: shown.count)
    if evidence.total == 0 { lines += otherCalls(evidence) }
    if isMissing { lines += sameArguments(as: evidence.comparison?.wantedArguments, evidence) }
    return lines.joined(separator: "\n  ")
  }

  /// Returns the end of a sentence about the calls after those of earlier checks.
  ///
  /// - Parameter isOther: A Boolean value that indicates whether earlier checks counted calls of the same function.
  private static func ending(_ found: Int, early: Int, isOther: Bool) -> String {
    switch (found, early) {
    case (0, 0): "there were none."
    case (0, 1): "the only \(isOther ? "other call" : "one") was too early."
    case (0, let early): "all \(early) \(isOther ? "others " : "")were too early."
    default: there(were: found) + "."
    }
  }

  private static func wrongArguments(
    _ evidence: CheckEvidence, _ comparison: any ArgumentListComparison
  ) -> String {
    let expected = comparison.expectedCount
    let head =
      "Expected \(calls(expected)) of \(evidence.function) with these arguments, in order; "
      + "\(there(were: evidence.total))."
    // The list begins shortly before the first call that differs.
    let earlier = min(max(0, comparison.firstDifference - 3), evidence.total)
    let shown = comparison.calls(from: earlier, maxLines, of: evidence.function)
    let before = earlier > 0 ? ["… \(earlier) earlier, as expected"] : []
    let lines = list(shown, of: evidence.fake, total: evidence.total - earlier)
    let missing = abridged(
      comparison.missing(maxLines, of: evidence.function).map { "missing: " + $0 },
      of: max(0, expected - evidence.total)
    ) { "\($0) more missing" }
    // If the calls are only in another order, none is missing.
    let wanted = comparison.firstDifferentArguments
    let isMissing = evidence.total < expected || !hasCall(with: wanted, evidence)
    let same = isMissing ? sameArguments(as: wanted, evidence) : []
    return ([head] + before + lines + missing + same).joined(separator: "\n  ")
  }

  private static func unverified(_ calls: UnverifiedCalls) -> String {
    let more = calls.hasVerifiedOthers ? "more " : ""
    let head = "Expected no \(more)calls of \(calls.fake.owner); \(there(were: calls.count))."
    let verb = calls.forgotten == 1 ? "is" : "are"
    let forgotten =
      calls.forgotten == 0 ? [] : ["\(calls.forgotten) of them \(verb) not kept (`history`)."]
    let shown = calls.indices.prefix(maxLines).map { ListedCall(index: $0) }
    let lines = list(shown, of: calls.fake, total: calls.indices.count)
    return ([head] + forgotten + lines).joined(separator: "\n  ")
  }

  private static func there(were count: Int) -> String {
    "there \(count == 1 ? "was" : "were") \(calls(count))"
  }
}
