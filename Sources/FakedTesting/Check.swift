/// A function known by a String, as the core keeps it.
typealias NamedFunction = FunctionState<Parameters, Any?, any Error>

/// What a check found: the calls it counts, and a way to tell of the others.
struct Findings {
  let function: FunctionLabel
  /// How many calls there were, whether they are still kept or not.
  let total: Int
  /// How many calls count; more than are kept where the history is limited.
  let matched: Int
  /// The indices of those that are kept.
  let indices: [Int]
  /// The arguments that were wanted, as in `("abc", any)`.
  let wanted: String?
  /// Why calls do not count, by their index.
  let mismatches: () -> [Int: [String]]
  /// Tells the matchers which calls were counted.
  let tellMatched: () -> Void
}

extension Faked {
  /// Checks the calls of every function of that name.
  func check(_ name: String, _ count: CallCount, _ site: CallSite) {
    check(count, site) { examine(name) }
  }

  /// Checks the calls of one function whose arguments meet a condition.
  func check<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ count: CallCount,
    _ condition: Condition<Arguments>, _ site: CallSite
  ) {
    check(count, site) { examine(type, name, condition) }
  }

  /// The core of every `verify`.
  private func check(_ count: CallCount, _ site: CallSite, _ examine: () -> Findings) {
    let findings = examine()
    if let flaw = count.flaw {
      return report(CheckMessage.flaw(findings.function, flaw), at: site)
    }
    if let order = VerifiedOrder.current {
      return order.check(findings, count, of: self, at: site)
    }
    guard count.range.contains(findings.matched) else {
      return report(CheckMessage.count(findings, count, of: self), at: site)
    }
    markVerified(findings)
  }

  func markVerified(_ findings: Findings) {
    findings.tellMatched()
    let indices = Set(findings.indices)
    instance.functions.withLock { table in
      for function in table.functions where function.name == findings.function.name {
        function.markVerified(indices)
      }
    }
  }

  func examine(_ name: String) -> Findings {
    let (total, calls) = instance.functions.withLock { table in
      let named = table.functions.filter { $0.name == name }
      return (named.reduce(0) { $0 + $1.callCount }, named.map { $0.anyCalls() })
    }
    return Findings(
      function: FunctionLabel(fake: type(of: self), name: name), total: total, matched: total,
      indices: calls.flatMap { $0().map(\.index) }.sorted(), wanted: nil, mismatches: { [:] },
      tellMatched: {})
  }

  func examine<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ condition: Condition<Arguments>
  ) -> Findings {
    // A copy that shares its storage: the condition is user code, and runs when the lock is free.
    let (total, calls) = instance.functions.withLock { table in
      let function = table.find(type, named: name)
      return (function?.callCount ?? 0, function?.calls.oldestFirst ?? [])
    }
    let matched = calls.filter { condition.holds($0.arguments) }
    return Findings(
      function: FunctionLabel(fake: Swift.type(of: self), name: name), total: total,
      matched: matched.count, indices: matched.map(\.index), wanted: condition.description,
      mismatches: {
        Dictionary(
          calls.map { ($0.index, condition.mismatches($0.arguments)) }, uniquingKeysWith: { $1 })
      },
      tellMatched: { for call in matched { condition.matched(call.arguments) } })
  }

  func report(_ message: String, at site: CallSite) {
    FailureReporter.report(message, at: site, ownedBy: instance.functions.withLock { $0.scope })
  }
}
