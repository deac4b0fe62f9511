// All calls of a function at once, by their arguments.
extension Faked {
  /// Checks the arguments of all calls of `id`, in order: a value or a tuple for each call.
  ///
  /// `fake.verify(\.send, arguments: [("Hello", "Ada"), ("Hi", "Bob")])` expects these two calls and no
  /// other of that function.
  @inlinable
  public func verify<each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    arguments expected: [(repeat each P)], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    checkAll(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      expected.map { (arguments: (repeat each P)) in Condition(equal: repeat each arguments) },
      CallSite(fileID, filePath, line, column))
  }

  @usableFromInline
  func checkAll<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ expected: [Condition<Arguments>], _ site: CallSite
  ) {
    if VerifiedOrder.current != nil {
      return fail(isFinal: true, at: site) {
        CheckMessage.outsideOfOrder(
          "verify(_:arguments:)", instead: "Write a `verify(_:with:)` for each call in its place")
      }
    }
    let (total, calls) = instance.calls(type, named: name)
    let findings = Findings(
      function: instance.label(Swift.type(of: self), name), total: total, kept: calls.count,
      matched: total, indices: calls.map(\.index), wanted: nil, mismatches: { _ in [] },
      tellMatched: { _ in })
    guard calls.count == total else {
      return fail(isFinal: true, at: site) { CheckMessage.forgotten(findings) }
    }
    let bits = zip(calls, expected).map { $1.mismatches($0.arguments) }
    guard calls.count != expected.count || bits.contains(where: { $0 != 0 }) else {
      return pass(isFinal: !expected.isEmpty, at: site) { markVerified(findings) }
    }
    let isFinal = calls.count > expected.count || bits.contains { $0 != 0 }
    fail(isFinal: isFinal, at: site, mark: { markAll(findings) }) {
      let label = findings.function
      let first = bits.firstIndex { $0 != 0 } ?? bits.count
      // From shortly before the first call that differs.
      let shown = calls.indices.dropFirst(max(0, first - 3)).prefix(CheckMessage.mostLines)
      let texts = shown.map { place -> (UInt64, [String]) in
        guard place < bits.count else { return (calls[place].index, ["not expected"]) }
        let texts = expected[place].texts(bits[place], calls[place].arguments, label)
        return (calls[place].index, texts)
      }
      let missing = expected.dropFirst(calls.count).prefix(CheckMessage.mostLines)
      return CheckMessage.all(
        findings, expected.count, earlier: shown.startIndex,
        NumberedCall.calls(texts, of: self),
        missing: missing.map { "\(label.baseName)\($0.description(label))" })
    }
  }
}

extension CheckMessage {
  fileprivate static func all(
    _ findings: Findings, _ expected: Int, earlier: Int,
    _ shown: [(call: NumberedCall, differences: [String])], missing: [String]
  ) -> String {
    let total = findings.total
    let head =
      "Expected \(calls(expected)) of \(findings.function) with these arguments, in order; there "
      + "\(total == 1 ? "was" : "were") \(calls(total))."
    let before = earlier > 0 ? ["… \(earlier) earlier, as expected"] : []
    let list = listed(shown, left: total - earlier - shown.count)
    let left = max(0, expected - total) - missing.count
    let more = left > 0 ? ["… and \(left) more missing"] : []
    return ([head] + before + list + missing.map { "missing: " + $0 } + more)
      .joined(separator: "\n  ")
  }
}
