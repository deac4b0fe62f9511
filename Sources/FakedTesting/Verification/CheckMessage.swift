/// The texts of failed checks: what was expected, what was called, in order, and what differs.
enum CheckMessage {
  /// More lines than these of one list are left out; the transcript has them.
  static let mostLines = 20

  static func noChecks(_ verb: String) -> String {
    "`\(verb)` has no check. Write `fake.verify(…)` in its closure."
  }

  static func flaw(_ function: FunctionLabel, _ flaw: String) -> String {
    "\(function) cannot be verified: \(flaw). Write a number from 0, or `.never`."
  }

  static func outlived(_ fake: String) -> String {
    "\(fake) cannot be verified. The scope of this fake has ended, and its calls with it: verify "
      + "within the scope."
  }

  static func forgotten(_ findings: Findings) -> String {
    let (total, kept) = (findings.total, findings.kept)
    let some = kept == 0 ? "none" : "only the last \(kept)"
    let which =
      total == 1
      ? "its only call is not kept"
      : "\(some) of its \(calls(total)) \(kept == 1 ? "is" : "are") kept"
    return "\(findings.function) cannot be verified: \(which). Set `history` to `.unlimited`, or "
      + "verify the count alone."
  }

  static func count<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake
  ) -> String {
    var lines = [sentence(findings, count)]
    if findings.total == 0 {
      lines += instead(findings.function, of: fake)
    } else {
      let isTooFew = findings.matched < count.range.lowerBound
      let counted = findings.indices.prefix(mostLines).map { ($0, [String]()) }
      let missed = isTooFew ? findings.mismatches(mostLines - counted.count) : []
      let shown = counted + missed.map { ($0.index, $0.texts) }
      let total = isTooFew ? findings.kept : findings.indices.count
      lines += listed(NumberedCall.calls(shown, of: fake), left: total - shown.count)
    }
    if findings.matched == 0 { lines += elsewhere(findings, of: fake) }
    return lines.joined(separator: "\n  ")
  }

  static func unverified<Fake: Faked>(
    _ open: [UInt64], forgotten: Int, of fake: Fake, checked: Bool
  ) -> String {
    let count = open.count + forgotten
    let more = checked ? "more " : ""
    let head =
      "Expected no \(more)calls of \(fake.instance.label(type(of: fake), "").owner); there "
      + "\(count == 1 ? "was" : "were") \(calls(count))."
    let left =
      forgotten == 0
      ? [] : ["\(forgotten) of them \(forgotten == 1 ? "is" : "are") not kept (`history`)."]
    let shown = open.prefix(mostLines).map { ($0, [String]()) }
    let list = listed(NumberedCall.calls(shown, of: fake), left: open.count - shown.count)
    return ([head] + left + list).joined(separator: "\n  ")
  }

  /// The calls one below the other, with their differences in a column of their own.
  static func listed(
    _ calls: [(call: NumberedCall, differences: [String])], left: Int
  ) -> [String] {
    let texts = calls.map(\.call.text)
    let width = texts.map(\.count).max() ?? 0
    let lines = zip(texts, calls).map { text, call in
      call.differences.isEmpty
        ? text
        : text + String(repeating: " ", count: width - text.count + 4)
          + call.differences.joined(separator: "; ")
    }
    return left == 0 ? lines : lines + ["… and \(left) more \(left == 1 ? "call" : "calls")"]
  }

  /// As in `Expected 1 call of FakeStore.set(_:for:) with ("a", for: "b"); none of its 2 calls matches.`
  private static func sentence(_ findings: Findings, _ count: CallCount) -> String {
    let head = "Expected \(count) of \(findings.subject); "
    switch (findings.total, findings.matched) {
    case (0, _): return head + "it was never called."
    case (let total, _) where findings.wanted == nil:
      return head + "there \(total == 1 ? "was" : "were") \(calls(total))."
    case (1, 0): return head + "its only call does not match."
    case (let total, 0): return head + "none of its \(total) calls matches."
    case (let total, let matched) where total == matched:
      return head + "\(calls(matched)) \(matched == 1 ? "matches" : "match")."
    case (let total, let matched):
      return head + "\(matched) of its \(total) calls \(matched == 1 ? "matches" : "match")."
    }
  }

  /// What was called, for a function that was not.
  static func instead<Fake: Faked>(_ function: FunctionLabel, of fake: Fake) -> [String] {
    let wasTornDown = fake.instance.state.wasTornDown
    let counts = fake.instance.state.callCounts.filter { $0.value > 0 }
    guard !counts.isEmpty else {
      return [
        "No function of this fake was called\(wasTornDown ? " since it was torn down" : "")."
      ]
    }
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(plural($0.value, "time"))" }
    let more = list.count > mostLines ? ["… and \(list.count - mostLines) more"] : []
    let near = nearestName(to: function.name, among: Array(counts.keys))
    let advice =
      if counts[function.name] != nil {
        " \"\(function.name)\" was called under an ID of another type: verify the ID that the "
          + "method calls."
      } else {
        near.map { " Did you mean \"\($0)\"?" } ?? ""
      }
    return [
      "Called: " + (list.prefix(mostLines) + more).joined(separator: ", ") + "." + advice
    ]
  }

  /// A call of another function that got the same arguments: mostly the test has the wrong ID.
  ///
  /// They are compared by their texts, so that no `==` runs, and of each function the last 50.
  private static func elsewhere<Fake: Faked>(_ findings: Findings, of fake: Fake) -> [String] {
    guard let wanted = findings.wanted?.each?(), !wanted.isEmpty else { return [] }
    // Two long values may read alike where they are cut.
    if wanted.contains(where: { $0.contains("…") }) { return [] }
    let others = fake.instance.newestCalls(50, exceptTo: findings.function.name)
    guard let other = others.last(where: { $0.arguments.map(readable) == wanted }) else {
      return []
    }
    return NumberedCall.calls([(other.index, [])], of: fake).map {
      "Another function got these arguments: \($0.call.text)"
    }
  }
}

/// A call with its place among all calls of its fake, from 1.
struct NumberedCall {
  let text: String

  /// The calls of these indices, each with what there is to say of it.
  static func calls<Fake: Faked>(
    _ indices: [(index: UInt64, differences: [String])], of fake: Fake
  ) -> [(call: NumberedCall, differences: [String])] {
    let instance = fake.instance
    let differences = Dictionary(indices.map { ($0.index, $0.differences) }) { first, _ in first }
    return instance.calls(at: indices.map(\.index)).map { number, record in
      let label = instance.label(type(of: fake), record.function)
      let text = "call \(number): \(label.shortCall(record.arguments))"
      return (NumberedCall(text: text), differences[record.index] ?? [])
    }
  }
}
