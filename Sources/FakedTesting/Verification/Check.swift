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
  let indices: [UInt64]
  /// The arguments that were wanted, as in `with ("abc", any)`.
  let wanted: String?
  /// Why calls do not count, by their index; most important first, and no more than so many.
  let mismatches: (_ most: Int) -> [(index: UInt64, texts: [String])]
  /// Tells the matchers which calls were counted.
  let tellMatched: (_ indices: Set<UInt64>) -> Void

  @usableFromInline
  init(
    function: FunctionLabel, total: Int, kept: Int, matched: Int, indices: [UInt64],
    wanted: String?, mismatches: @escaping (_ most: Int) -> [(index: UInt64, texts: [String])],
    tellMatched: @escaping (_ indices: Set<UInt64>) -> Void
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
      return conclude(.failed { CheckMessage.flaw(findings.function, flaw) }, at: site)
    }
    let knowsAll =
      findings.kept == findings.total || findings.wanted == nil
      || !count.isLimited && findings.matched >= count.range.lowerBound
    guard knowsAll else {
      return conclude(.failed { CheckMessage.forgotten(findings) }, at: site)
    }
    if let order = VerifiedOrder.current {
      return order.check(findings, count, of: self, at: site)
    }
    let isMet = wasMet(count, findings) || count.range.contains(findings.matched)
    guard isMet else {
      let message = { CheckMessage.count(findings, count, of: self) }
      let isTooMany = findings.matched > count.range.upperBound
      return conclude(isTooMany ? .failed(message) : .open(message), at: site)
    }
    let canBreak = count.isLimited && count.allowsNone
    conclude(.met(isFinal: !canBreak) { markVerified(findings) }, at: site)
  }

  /// Whether the count held since `eventually` looked last: calls come one by one, so a number that was
  /// to be reached was, whatever came after.
  private func wasMet(_ count: CallCount, _ findings: Findings) -> Bool {
    guard let before = EventualChecks.current?.replaceCount(by: findings.matched) else {
      return false
    }
    return !count.allowsNone && before <= count.range.upperBound
      && findings.matched >= count.range.lowerBound
  }

  /// Notes which calls were counted, so that `verifyNoMoreCalls` leaves them out.
  func markVerified(_ findings: Findings, only indices: Set<UInt64>? = nil) {
    let indices = indices ?? Set(findings.indices)
    findings.tellMatched(indices)
    instance.state.withLock { state in
      for function in state.functions where function.label.name == findings.function.name {
        function.markVerified(indices)
      }
    }
  }

  func examine(_ name: String) -> Findings {
    let (total, spans) = instance.state.withLock { state in
      let named = state.functions.filter { $0.label.name == name }
      return (named.reduce(0) { $0 + $1.callCount }, named.flatMap(\.spans))
    }
    return Findings(
      function: instance.label(type(of: self), name), total: total, kept: spans.count,
      matched: total, indices: spans.map(\.index).sorted(), wanted: nil, mismatches: { _ in [] },
      tellMatched: { _ in })
  }

  @inlinable
  func examine<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ condition: Condition<Arguments>
  ) -> Findings {
    let (total, calls) = instance.calls(type, named: name)
    let label = instance.label(Swift.type(of: self), name)
    // Each call is asked once: what the text says is made from the answers.
    let mismatches = condition.mismatches
    let bits = calls.withUnsafeBufferPointer { calls in
      calls.indices.map { mismatches(calls[$0].arguments) }
    }
    let matched = bits.indices.filter { bits[$0] == 0 }
    return Findings(
      function: label, total: total, kept: calls.count, matched: matched.count,
      indices: matched.map { calls[$0].index }, wanted: condition.phrase(label),
      mismatches: { most in
        let missed = bits.indices.filter { bits[$0] != 0 }
        return missed.sorted { bits[$0].nonzeroBitCount < bits[$1].nonzeroBitCount }.prefix(most)
          .map { (calls[$0].index, condition.texts(bits[$0], calls[$0].arguments, label)) }
      },
      tellMatched: { indices in
        guard let tell = condition.matched else { return }
        for place in matched where indices.contains(calls[place].index) {
          tell(calls[place].arguments)
        }
      })
  }
}

extension Faked {
  /// What becomes of a check.
  ///
  /// Within `eventually` it is looked at again with later calls; elsewhere it is reported at once.
  func conclude(_ result: CheckResult, at site: CallSite) {
    if let wait = EventualChecks.current {
      return wait.note(result, of: instance) { FailureReporter.report($0, at: site, ownedBy: $1) }
    }
    switch result {
    case .met(_, let mark): mark()
    case .open(let message), .failed(let message):
      FailureReporter.report(
        message(), at: site, ownedBy: instance.state.withLock { $0.scope })
    }
  }
}

/// How a check stands.
enum CheckResult {
  /// It holds; `mark` notes the calls that it counted. Later calls may break it if it is not final.
  case met(isFinal: Bool, _ mark: () -> Void)
  /// It does not hold yet.
  case open(() -> String)
  /// It cannot hold any more.
  case failed(() -> String)
}
