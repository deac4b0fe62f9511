/// The texts of failed checks: what was expected, what was called, in order, and what differs.
enum CheckMessage {
  /// More lines than these of one list are left out; the transcript has them.
  private static let mostLines = 20

  static let noChecks = "`eventually` has no check. Write `fake.verify(…)` in its closure."

  static func flaw(_ function: FunctionLabel, _ flaw: String) -> String {
    "\(function) cannot be verified: \(flaw). Write a number from 0, or `.never`."
  }

  static func forgotten(_ findings: Findings) -> String {
    let kept = findings.kept == 0 ? "none" : "only the last \(findings.kept)"
    return "\(findings.function) cannot be verified: \(kept) of its \(calls(findings.total)) "
      + "\(findings.kept == 1 ? "is" : "are") kept. Set `history` to `.unlimited`, or verify the "
      + "count alone."
  }

  static func count<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake
  ) -> String {
    let numbered = NumberedCall.all(of: fake)
    var lines = [sentence(findings, count)]
    if findings.total == 0 {
      lines += instead(findings.function, numbered, of: fake)
    } else {
      let places = Dictionary(numbered.map { ($0.record.index, $0) }) { first, _ in first }
      let counted = findings.indices.compactMap { places[$0] }.map { ($0, [String]()) }
      let isTooFew = findings.matched < count.range.lowerBound
      let missed = isTooFew ? findings.mismatches(mostLines) : []
      let nearest = missed.compactMap { miss in places[miss.index].map { ($0, miss.texts) } }
      let left = isTooFew ? findings.kept - findings.matched - missed.count : 0
      lines += listed(counted + nearest, left: left)
    }
    return lines.joined(separator: "\n  ")
  }

  static func unverified<Fake: Faked>(
    _ open: Set<UInt64>, forgotten: Int, of fake: Fake, checked: Bool
  ) -> String {
    let open = NumberedCall.all(of: fake).filter { open.contains($0.record.index) }
    let count = open.count + forgotten
    let more = checked ? "more " : ""
    let head =
      "Expected no \(more)calls of \(fake.instance.label(type(of: fake), "").owner); there "
      + "\(count == 1 ? "was" : "were") \(calls(count))."
    let left =
      forgotten == 0
      ? [] : ["\(forgotten) of them \(forgotten == 1 ? "is" : "are") not kept (`history`)."]
    return ([head] + left + listed(open.map { ($0, []) })).joined(separator: "\n  ")
  }

  /// The calls one below the other, with their differences in a column of their own.
  static func listed(
    _ calls: [(call: NumberedCall, differences: [String])], left: Int = 0
  ) -> [String] {
    let shown = calls.prefix(mostLines)
    let width = shown.map(\.call.text.count).max() ?? 0
    let lines = shown.map { call, differences in
      differences.isEmpty
        ? call.text
        : call.text + String(repeating: " ", count: width - call.text.count + 4)
          + differences.joined(separator: "; ")
    }
    let left = left + calls.count - shown.count
    return left == 0 ? lines : lines + ["… and \(left) more \(left == 1 ? "call" : "calls")"]
  }

  /// As in `Expected 1 call of FakeStore.set(_:for:) with ("a", for: "b"); none of its 2 calls matches.`
  private static func sentence(_ findings: Findings, _ count: CallCount) -> String {
    let wanted = findings.wanted.map { " " + $0 } ?? ""
    let head = "Expected \(count) of \(findings.function)\(wanted); "
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

  private static func instead<Fake: Faked>(
    _ function: FunctionLabel, _ numbered: [NumberedCall], of fake: Fake
  ) -> [String] {
    guard !numbered.isEmpty else {
      let wasTornDown = fake.instance.state.withLock { $0.wasTornDown }
      return [
        "No function of this fake was called\(wasTornDown ? " since it was torn down" : "")."
      ]
    }
    let counts = Dictionary(grouping: numbered, by: \.record.function).mapValues(\.count)
    let list = counts.sorted { $0.key < $1.key }.map {
      "\($0.key) \(plural($0.value, "time"))"
    }
    let near = nearestName(to: function.name, among: Array(counts.keys))
    return [
      "Called: " + list.joined(separator: ", ") + "."
        + (near.map { " Did you mean \"\($0)\"?" } ?? "")
    ]
  }
}

/// A call with its place among all calls of its fake, from 1.
struct NumberedCall {
  let number: Int
  let record: CallRecord<[Any?], Any?>
  private let label: FunctionLabel

  static func all<Fake: Faked>(of fake: Fake) -> [NumberedCall] {
    fake.allCalls.enumerated().map { number, record in
      NumberedCall(
        number: number + 1, record: record,
        label: fake.instance.label(type(of: fake), record.function))
    }
  }

  var text: String { "call \(number): \(label.shortCall(record.arguments))" }
}
