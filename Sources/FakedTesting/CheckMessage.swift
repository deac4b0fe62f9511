/// The texts of failed checks: what was expected, what was called, in order, and what differs.
enum CheckMessage {
  /// More lines than these of one list are left out; the transcript has them.
  private static let mostLines = 20

  static func flaw(_ function: FunctionLabel, _ flaw: String) -> String {
    "\(function) cannot be verified: \(flaw). Write a number from 0, or `.never`."
  }

  static func forgotten(_ findings: Findings) -> String {
    let kept = findings.kept == 0 ? "none" : "only the last \(findings.kept)"
    return "\(findings.function) cannot be verified: \(kept) of its \(findings.total) calls "
      + "\(findings.kept == 1 ? "is" : "are") kept. Set `history` to `.unlimited`, or verify the count alone."
  }

  static func count<Fake: Faked>(
    _ findings: Findings, _ count: CallCount, of fake: Fake
  ) -> String {
    let calls = numberedCalls(of: fake)
    let own = calls.filter { $0.record.function == findings.function.name }
    var lines = [sentence(findings, count)]
    if findings.total == 0 {
      let wasTornDown = fake.instance.functions.withLock { $0.tearDowns > 0 }
      lines.append(instead(findings.function, calls, wasTornDown: wasTornDown))
    } else if findings.wanted != nil, findings.matched < count.range.lowerBound {
      let mismatches = findings.mismatches()
      lines += listed(
        own.compactMap { call in
          let differences = mismatches[call.record.index] ?? []
          return differences.isEmpty ? nil : (call, differences)
        }.sorted { $0.1.count < $1.1.count })
    } else {
      let counted = Set(findings.indices)
      lines += listed(own.filter { counted.contains($0.record.index) }.map { ($0, []) })
    }
    return lines.joined(separator: "\n  ")
  }

  static func unverified<Fake: Faked>(
    _ open: Set<Int>, forgotten: Int, of fake: Fake, checked: Bool
  ) -> String {
    let calls = numberedCalls(of: fake).filter { open.contains($0.record.index) }
    let more = checked ? "more " : ""
    let count = times(calls.count + forgotten)
    let head = "\(type(of: fake)) was called \(count), but no \(more)calls were expected."
    let left =
      forgotten == 0
      ? [] : ["\(forgotten) of them \(forgotten == 1 ? "is" : "are") not kept (`history`)."]
    return ([head] + left + listed(calls.map { ($0, []) })).joined(separator: "\n  ")
  }

  /// The calls one below the other, with their differences in a column of their own.
  static func listed(_ calls: [(call: NumberedCall, differences: [String])]) -> [String] {
    let shown = calls.prefix(mostLines)
    let width = shown.map(\.call.text.count).max() ?? 0
    let lines = shown.map { call, differences in
      differences.isEmpty
        ? call.text
        : call.text + String(repeating: " ", count: width - call.text.count + 4)
          + differences.joined(separator: "; ")
    }
    let left = calls.count - shown.count
    return left == 0 ? lines : lines + ["… and \(left) more \(left == 1 ? "call" : "calls")"]
  }

  /// All calls of a fake with their place among them, from 1.
  static func numberedCalls<Fake: Faked>(of fake: Fake) -> [NumberedCall] {
    fake.allCalls.enumerated().map { NumberedCall(number: $0 + 1, record: $1) }
  }

  private static func sentence(_ findings: Findings, _ count: CallCount) -> String {
    let function = findings.function
    let expected = count == .never ? "was never expected" : "was expected \(count)"
    guard let wanted = findings.wanted else {
      return findings.total == 0
        ? "\(function) was never called, but \(expected)."
        : "\(function) was called \(times(findings.total)), but \(expected)."
    }
    if findings.total == 0 {
      return "\(function) was never called, but \(expected) with \(wanted)."
    }
    if findings.matched == 0 {
      return
        "\(function) was called \(times(findings.total)), but not with \(wanted), which \(expected)."
    }
    return
      "\(function) was called \(times(findings.matched)) with \(wanted), which \(expected)."
  }

  private static func instead(
    _ function: FunctionLabel, _ calls: [NumberedCall], wasTornDown: Bool
  ) -> String {
    guard !calls.isEmpty else {
      return "No function of this fake was called\(wasTornDown ? " since it was torn down" : "")."
    }
    let counts = Dictionary(grouping: calls, by: \.record.function).mapValues(\.count)
    let listed = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(times($0.value))" }
    let near = nearestName(to: function.name, among: Array(counts.keys))
    return "Called: " + listed.joined(separator: ", ") + "."
      + (near.map { " Did you mean \"\($0)\"?" } ?? "")
  }
}

/// A call with its place among all calls of its fake.
struct NumberedCall {
  let number: Int
  let record: AnyCallRecord

  var text: String { "call \(number): \(record.function)\(readableList(record.arguments))" }
}
