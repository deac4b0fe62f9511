/// A check that does not hold.
enum CheckFailure {
  /// The expected count is not valid.
  case invalidCount(FunctionLabel, _ problem: String)
  /// The scope of the fake has ended, and its calls with it.
  case scopeEnded(FakeInstance)
  /// `tearDown()` discarded the calls of a fake or a function.
  case tornDown(_ subject: String, _ calls: Int)
  /// The history no longer keeps calls that no check may have counted.
  case callsForgotten(FakeInstance, Int)
  /// The history no longer keeps calls that could decide the check.
  case callsNotKept(CheckEvidence)
  /// A function was called too often or not often enough.
  case wrongCount(CheckEvidence, CallCount)
  /// The expected calls do not follow the calls of the earlier checks.
  case wrongOrder(CheckEvidence, CallCount, found: Int, after: [CheckedStep])
  /// There are calls that the test has not verified.
  case unverifiedCalls(UnverifiedCalls)
  /// `verifyNoMoreCalls` is in a `verifyInOrder`.
  case notAnOrder
  /// The closure makes no check.
  case noChecks(verb: String)
}

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
    case .unverifiedCalls(let unverified): Self.unverified(unverified)
    case .notAnOrder:
      "`verifyNoMoreCalls()` checks all calls, whenever they were made. Write `called: .never` for a function that "
        + "must not be called, or move it out of `verifyInOrder`."
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
      let counted = evidence.counted.prefix(maxLines).map { ListedCall(evidence.fake, $0) }
      let missed = isTooFew ? misses(evidence, maxLines - counted.count) : []
      let total = isTooFew ? evidence.kept : evidence.counted.count
      lines += list(counted + missed, total: total)
    }
    if evidence.matched < count.minimum {
      lines += sameArguments(evidence) + callsOfOthers(evidence)
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
      check.counted.map { ListedCall(check.evidence.fake, $0, "as expected") }
    }
    let latest = taken.map(\.index).max() ?? 0
    let takenHere = Set(
      taken.filter { $0.fake === evidence.fake }.map(\.index))
    let others = evidence.counted.filter { !takenHere.contains($0) }
    let early = others.filter { $0 < latest }.count
    let isMissing = found < count.minimum && early == 0
    let before = taken.suffix(maxLines / 2)
    let room = maxLines - before.count
    let own =
      others.suffix(room).map { ListedCall(evidence.fake, $0, $0 < latest ? "too early" : "") }
      + (isMissing ? misses(evidence, room) : []).filter { !takenHere.contains($0.index) }
    let shown = (before + own.prefix(room)).sorted { $0.index < $1.index }
    let isOther = others.count < evidence.counted.count
    let notShown = taken.count - before.count + max(0, others.count - room)
    var lines = [head + ending(found, early: early, isOther: isOther)]
    if notShown > 0 { lines.append("… \(notShown) earlier") }
    lines += list(shown)
    if evidence.total == 0 { lines += otherCalls(evidence) }
    if isMissing { lines += sameArguments(evidence) }
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

  private static func unverified(_ calls: UnverifiedCalls) -> String {
    // A call that is not kept was perhaps verified.
    let (unverified, forgotten) = (calls.indices.count, calls.total - calls.kept)
    let more = unverified < calls.kept ? "more " : ""
    let count = unverified + forgotten
    let head = "Expected no \(more)calls of \(calls.fake.owner); \(there(were: count))."
    let notKept =
      forgotten == 0
      ? [] : ["\(forgotten) of them \(forgotten == 1 ? "is" : "are") not kept (`history`)."]
    let shown = calls.indices.prefix(maxLines).map { ListedCall(calls.fake, $0) }
    let lines = list(shown, total: unverified)
    return ([head] + notKept + lines).joined(separator: "\n  ")
  }

  private static func there(were count: Int) -> String {
    "there \(count == 1 ? "was" : "were") \(calls(count))"
  }
}

/// A call in the list of a failure.
struct ListedCall {
  let fake: FakeInstance
  let index: UInt64
  /// The differences from the expected call, or another remark.
  let note: String

  init(_ fake: FakeInstance, _ index: UInt64, _ note: String = "") {
    (self.fake, self.index, self.note) = (fake, index, note)
  }
}

// The lists of calls in the texts of failed checks.
extension CheckFailure {
  static func misses(_ evidence: CheckEvidence, _ limit: Int) -> [ListedCall] {
    evidence.comparison?.nearestMisses(limit, evidence.function).map {
      ListedCall(evidence.fake, $0, $1.joined(separator: "; "))
    } ?? []
  }

  /// Returns one line for each call, with a remark and its site in separate columns. Calls of several fakes name
  /// their fakes.
  static func list(_ calls: [ListedCall], total: Int? = nil) -> [String] {
    let fakes = Set(calls.map(\.fake))
    // A scope numbers the calls of all its fakes.
    let indices =
      fakes.count > 1 && fakes.contains { $0.state.scope == nil }
      ? fakes.flatMap { $0.state.map { $0.facts.map(\.index) }.joined() }.sorted() : []
    let rows = calls.compactMap { call -> [String]? in
      guard let record = call.fake.call(at: call.index) else { return nil }
      let label = call.fake.label(record.function)
      let text =
        fakes.count > 1 ? label.call(record.arguments) : label.shortCall(record.arguments)
      let number = indices.firstIndex(of: call.index).map { $0 + 1 } ?? record.number
      return ["call \(number): \(text)", call.note, record.site ?? ""]
    }
    return abridged(lines(of: rows), of: total) { plural($0, "more call") }
  }

  /// Returns the rows of a table as lines, with 4 spaces between the columns.
  ///
  /// A cell that is very wide doesn't widen its column for the other rows.
  private static func lines(of rows: [[String]]) -> [String] {
    let widest = 100
    let widths = (0..<3).map { column -> Int in
      let counts: [Int] = rows.map { $0[column].count }
      return counts.filter { $0 <= widest }.max() ?? 0
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      return zip(row, widths).prefix(last).reduce("") { line, cell in
        let (text, width) = cell
        return width == 0 && text.isEmpty ? line : line + text.padded(to: width) + "    "
      } + row[last]
    }
  }

  /// Returns the calls of the fake, for a function that was not called.
  static func otherCalls(_ evidence: CheckEvidence) -> [String] {
    let state = evidence.fake.state
    let counts = state.callCounts.filter { $0.value > 0 }
    guard !counts.isEmpty else {
      return ["No function of this fake was called\(state.sinceDiscard)."]
    }
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(plural($0.value, "time"))" }
    let called = abridged(list).joined(separator: ", ")
    return ["Called: \(called)." + advice(for: evidence, counts)]
  }

  private static func advice(for evidence: CheckEvidence, _ counts: [String: Int]) -> String {
    let function = evidence.function
    if counts[function.name] != nil {
      return " \"\(function.name)\" was called under an ID of another type. Verify the ID that the "
        + "method calls."
    }
    // The compiler checks the names of typed IDs.
    let names = evidence.fake.state.map { $0 is NamedFunction ? $0.name : nil }
    return nearestName(to: function.name, among: names.compactMap { $0 }).map {
      " Did you mean \"\($0)\"?"
    } ?? ""
  }

  /// Returns the texts of the expected arguments. `nil` if a closure checks them, or if long values are truncated, which
  /// may make them look equal.
  private static func wantedTexts(_ evidence: CheckEvidence) -> [String]? {
    evidence.comparison?.wantedArguments().flatMap { texts in
      texts.contains { $0.contains("…") } ? nil : texts
    }
  }

  /// Returns a line about another function of the fake that got the expected arguments.
  static func sameArguments(_ evidence: CheckEvidence) -> [String] {
    guard let wanted = wantedTexts(evidence), !wanted.isEmpty else { return [] }
    let others = evidence.fake.newestCalls(50) { $0 != evidence.function.name }
    let other = others.last { $0.arguments.map { readable($0) } == wanted }
    return list(other.map { [ListedCall(evidence.fake, $0.index)] } ?? []).map {
      "Another function got these arguments: \($0)"
    }
  }

  /// Returns lines about other fakes of the same type that got the expected call.
  static func callsOfOthers(_ evidence: CheckEvidence) -> [String] {
    let wanted = wantedTexts(evidence)
    if evidence.comparison != nil, wanted == nil { return [] }
    let found = evidence.fake.others.lazy.compactMap { other -> ListedCall? in
      let calls = other.newestCalls(50) { $0 == evidence.function.name }
      let call = calls.last { wanted == nil || $0.arguments.map { readable($0) } == wanted }
      return call.map { ListedCall(other, $0.index) }
    }
    return found.prefix(3).flatMap { call in
      list([call]).map { "\(call.fake.owner) received \($0)" }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
