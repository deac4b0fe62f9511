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
  /// The indices of those that are kept, in order.
  let indices: [UInt64]
  /// The arguments that were wanted; nil where any are right.
  let wanted: WantedArguments?
  /// Why calls do not count, by their index; most important first, and no more than so many.
  let mismatches: (_ most: Int) -> [(index: UInt64, texts: [String])]
  /// Tells the matchers which calls were counted.
  let tellMatched: (_ indices: [UInt64]) -> Void

  @usableFromInline
  init(
    function: FunctionLabel, total: Int, kept: Int, matched: Int, indices: [UInt64],
    wanted: WantedArguments?,
    mismatches: @escaping (_ most: Int) -> [(index: UInt64, texts: [String])],
    tellMatched: @escaping (_ indices: [UInt64]) -> Void
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

  /// As in `FakeStore.set(_:for:) with ("a", for: "b")`.
  var subject: String { "\(function)\(wanted.map { " " + $0.phrase() } ?? "")" }
}

/// What a check wants of the arguments; the texts run descriptions of the user, for a failure alone.
@usableFromInline
struct WantedArguments {
  /// As in `with ("abc", any)`.
  let phrase: () -> String
  /// As in `"abc"`, for each argument; nil where a closure looks at all of them.
  let each: (() -> [String])?

  @usableFromInline
  init(phrase: @escaping () -> String, each: (() -> [String])?) {
    self.phrase = phrase
    self.each = each
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
      return fail(isFinal: true, at: site) { CheckMessage.flaw(findings.function, flaw) }
    }
    let knowsAll =
      findings.kept == findings.total || findings.wanted == nil
      || !count.isLimited && findings.matched >= count.range.lowerBound
    guard knowsAll else {
      return fail(isFinal: true, at: site) { CheckMessage.forgotten(findings) }
    }
    if let order = VerifiedOrder.current {
      return order.check(findings, count, of: self, at: site)
    }
    let isMet =
      EventualChecks.current?.isMet(count, by: findings.matched)
      ?? count.range.contains(findings.matched)
    guard isMet else {
      return fail(
        isFinal: findings.matched > count.range.upperBound, at: site, mark: { markAll(findings) }
      ) {
        CheckMessage.count(findings, count, of: self)
      }
    }
    let canBreak = count.isLimited && count.allowsNone
    // Where `eventually` looks after more calls than were to come, those that come first are meant.
    let kept = count.range.upperBound - (findings.total - findings.kept)
    let counted = Array(findings.indices.prefix(max(0, kept)))
    pass(isFinal: !canBreak, at: site) { markVerified(findings, only: counted) }
  }

  /// Notes which calls were counted, so that `verifyNoMoreCalls` leaves them out.
  func markVerified(_ findings: Findings, only indices: [UInt64]? = nil) {
    let indices = indices ?? findings.indices
    findings.tellMatched(indices)
    mark(indices, of: findings.function.name)
  }

  /// Leaves the calls of a check that failed out of `verifyNoMoreCalls`, too: its text told of them.
  func markAll(_ findings: Findings) { mark(nil, of: findings.function.name) }

  private func mark(_ indices: [UInt64]?, of name: String) {
    instance.state.markVerified(indices, named: name)
  }

  func examine(_ name: String) -> Findings {
    let functions = instance.state.mapForCheck(named: name) {
      (count: $0.callCount, indices: $0.indices())
    }
    let total = functions.reduce(0) { $0 + $1.count }
    let all = functions.flatMap(\.indices).sorted()
    return Findings(
      function: instance.label(type(of: self), name), total: total, kept: all.count,
      matched: total, indices: all, wanted: nil, mismatches: { _ in [] }, tellMatched: { _ in })
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
    let (condition, tell) = (condition.forTexts, condition.matched)
    return Findings(
      function: label, total: total, kept: calls.count, matched: matched.count,
      indices: matched.map { calls[$0].index },
      wanted: WantedArguments(phrase: { condition.phrase(label) }, each: condition.wanted),
      mismatches: { most in
        nearestPlaces(bits, most, ofMismatches: true).map {
          (calls[$0].index, condition.texts(bits[$0], calls[$0].arguments, label))
        }
      },
      tellMatched: { indices in
        guard let tell else { return }
        let indices = Set(indices)
        for place in matched where indices.contains(calls[place].index) {
          tell(calls[place].arguments)
        }
      })
  }
}

extension Faked {
  /// Reports a check that does not hold; a final one cannot hold any more, whatever is called.
  ///
  /// `mark` notes the calls that the text tells of. The text is made when it is reported.
  func fail(
    isFinal: Bool, at site: CallSite, mark: @escaping () -> Void = {},
    _ message: @escaping () -> String
  ) {
    conclude(CheckResult(isMet: false, isFinal: isFinal, mark: mark, message: message), at: site)
  }

  /// Concludes a check that holds; later calls may break it if it is not final.
  func pass(isFinal: Bool, at site: CallSite, mark: @escaping () -> Void = {}) {
    conclude(CheckResult(isMet: true, isFinal: isFinal, mark: mark, message: { "" }), at: site)
  }

  /// Within `eventually` a check is looked at again with later calls; elsewhere it is reported at once.
  ///
  /// Where the calls went with the scope, none can hold: not even one that wants no call.
  private func conclude(_ result: CheckResult, at site: CallSite) {
    VerifiedOrder.current?.noteCheck()
    let scope = instance.state.scope
    let result = instance.state.hasLostCalls ? outlived : result
    if let wait = EventualChecks.current {
      return wait.note(result, of: instance) { FailureReporter.report($0, at: site, ownedBy: $1) }
    }
    result.conclude { FailureReporter.report($0, at: site, ownedBy: scope) }
  }

  private var outlived: CheckResult {
    CheckResult(isMet: false, isFinal: true, mark: {}) {
      CheckMessage.outlived(instance.label(type(of: self), "").owner)
    }
  }
}

/// How a check stands.
struct CheckResult {
  let isMet: Bool
  /// Whether no later call can change it.
  let isFinal: Bool
  /// Notes the calls that it counted, or told of.
  let mark: () -> Void
  let message: () -> String

  func conclude(report: (_ message: String) -> Void) {
    if !isMet { report(message()) }
    mark()
  }
}
