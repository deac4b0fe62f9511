/// What a check found: the calls it counts, and a way to tell of the others.
@usableFromInline
struct Findings {
  let function: FunctionLabel
  /// How many calls there were, whether they are still kept or not.
  let total: Int
  /// How many calls are kept.
  let kept: Int
  /// How many calls count; more than are kept where the history is limited.
  let matched: Int
  /// The indices of those that are kept.
  let indices: [Int]
  /// The arguments that were wanted, as in `("abc", any)`.
  let wanted: String?
  /// Why calls do not count, by their index.
  let mismatches: () -> [Int: [String]]
  /// Tells the matchers which calls were counted.
  let tellMatched: (_ indices: Set<Int>) -> Void

  @usableFromInline
  init(
    function: FunctionLabel, total: Int, kept: Int, matched: Int, indices: [Int], wanted: String?,
    mismatches: @escaping () -> [Int: [String]],
    tellMatched: @escaping (_ indices: Set<Int>) -> Void
  ) {
    self.function = function
    self.total = total
    self.kept = kept
    self.matched = matched
    self.indices = indices
    self.wanted = wanted
    self.mismatches = mismatches
    self.tellMatched = tellMatched
  }
}

extension Faked {
  /// Checks the calls of every function of that name.
  func check(_ name: String, _ count: CallCount, _ site: CallSite) {
    check(count, site, examine(name))
  }

  /// Checks the calls of one function whose arguments meet a condition.
  @inlinable
  func check<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ count: CallCount,
    _ condition: Condition<Arguments>, _ site: CallSite
  ) {
    check(count, site, examine(type, name, condition))
  }

  /// Checks the calls of one function whose arguments a closure accepts.
  @inlinable
  func check<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ count: CallCount,
    _ site: CallSite, where condition: (Arguments) -> Bool
  ) {
    withoutActuallyEscaping(condition) {
      check(type, name, count, Condition(where: $0), site)
    }
  }

  /// The core of every `verify`.
  @usableFromInline
  func check(_ count: CallCount, _ site: CallSite, _ findings: Findings) {
    if let flaw = count.flaw {
      return report(CheckMessage.flaw(findings.function, flaw), at: site)
    }
    let knowsAll =
      findings.kept == findings.total || findings.wanted == nil
      || !count.isLimited && findings.matched >= count.range.lowerBound
    guard knowsAll else { return report(CheckMessage.forgotten(findings), at: site) }
    if let order = VerifiedOrder.current {
      return order.check(findings, count, of: self, at: site)
    }
    guard count.range.contains(findings.matched) else {
      return report(CheckMessage.count(findings, count, of: self), at: site)
    }
    markVerified(findings)
  }

  /// Notes which calls were counted, so that `verifyNoMoreCalls` leaves them out.
  func markVerified(_ findings: Findings, only indices: Set<Int>? = nil) {
    let indices = indices ?? Set(findings.indices)
    findings.tellMatched(indices)
    instance.functions.withLock { table in
      for function in table.functions where function.name == findings.function.name {
        function.markVerified(indices)
      }
    }
  }

  func examine(_ name: String) -> Findings {
    let (total, calls) = instance.functions.withLock { table in
      let named = table.functions.filter { $0.name == name }
      return (named.reduce(0) { $0 + $1.callCount }, named.flatMap { $0.indices() })
    }
    return Findings(
      function: FunctionLabel(fake: type(of: self), name: name), total: total, kept: calls.count,
      matched: total,
      indices: calls.sorted(), wanted: nil, mismatches: { [:] },
      tellMatched: { _ in })
  }

  @inlinable
  func examine<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ condition: Condition<Arguments>
  ) -> Findings {
    let (total, calls, matched) = matchingCalls(type, named: name, condition)
    return Findings(
      function: FunctionLabel(fake: Swift.type(of: self), name: name), total: total,
      kept: calls.count, matched: matched.count, indices: matched.map { calls[$0].index },
      wanted: condition.description,
      mismatches: {
        Dictionary(
          calls.map { ($0.index, condition.mismatches($0.arguments)) }, uniquingKeysWith: { $1 })
      },
      tellMatched: { indices in
        for place in matched where indices.contains(calls[place].index) {
          condition.matched?(calls[place].arguments)
        }
      })
  }

  func report(_ message: String, at site: CallSite) {
    FailureReporter.report(message, at: site, ownedBy: instance.functions.withLock { $0.scope })
  }
}
