extension Faked {
  /// Checks the calls of one function whose arguments a closure accepts.
  @usableFromInline
  func check<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, _ name: String,
    _ count: any CallCountConvertible, _ site: SourceLine, where condition: (Arguments) -> Bool
  ) {
    withoutActuallyEscaping(condition) {
      evidence(type, name, Condition(where: $0)).check(count, at: site)
    }
  }
}

extension CheckEvidence {
  /// Checks the number of counted calls. The core of every `verify`.
  @usableFromInline
  func check(_ count: any CallCountConvertible, at site: SourceLine) {
    fake.state.recordCheck(of: function.name)
    result(of: CallCount(count)).conclude(for: fake, at: site)
  }

  private func result(of count: CallCount) -> CheckResult {
    if let problem = count.problem { return CheckResult(.invalidCount(function, problem)) }
    if isUndecidable(for: count) { return CheckResult(.callsNotKept(self)) }
    if let order = VerifiedOrder.current { return order.result(of: self, count) }
    let isMet = EventualChecks.current?.isMet(count, by: matched) ?? count.allows(matched)
    guard isMet else {
      return CheckResult(
        .wrongCount(self, count), isFinal: matched > count.maximum,
        verified: VerifiedCalls(evidence: self))
    }
    let discarded = fake.state.callCountBeforeTearDown(of: function.name)
    if count.allowsNone, matched == 0, discarded > 0 {
      return CheckResult(.tornDown(function.description, discarded))
    }
    // In `eventually`, there may be more calls than the check expects. It counts the first ones.
    let expected = counted.prefix(max(0, count.maximum - (total - kept)))
    return CheckResult(
      nil, isFinal: !count.canBreak,
      verified: VerifiedCalls(evidence: self, indices: Array(expected)))
  }
}

/// The result of a check.
struct CheckResult {
  /// The failure, or `nil` if the check holds.
  let failure: CheckFailure?
  /// A Boolean value that indicates whether no later call can change the result.
  let isFinal: Bool
  /// The calls that the check has counted, or that its failure lists.
  let verified: VerifiedCalls?

  init(_ failure: CheckFailure?, isFinal: Bool = true, verified: VerifiedCalls? = nil) {
    (self.failure, self.isFinal, self.verified) = (failure, isFinal, verified)
  }

  /// Reports the result immediately, or to the `eventually` around the check.
  func conclude(for fake: FakeInstance, at site: SourceLine) {
    VerifiedOrder.current?.recordCheck()
    let isLost = fake.state.hasLostCalls
    PendingCheck(
      result: isLost ? CheckResult(.scopeEnded(fake)) : self, fake: fake,
      scope: fake.state.scope, site: site
    ).reportOrWait()
  }
}

/// Calls that `verifyNoMoreCalls` leaves out.
struct VerifiedCalls {
  let evidence: CheckEvidence
  /// The indices of the counted calls. `nil` for all calls of the function, because a failure has listed them.
  var indices: [UInt64]?

  /// Returns the indices of those calls that belong to a fake.
  func indices(of fake: FakeInstance) -> [UInt64] {
    guard evidence.fake === fake else { return [] }
    return indices
      ?? fake.state.mapForCheck(named: evidence.function.name, \.facts).joined().map(\.index)
  }

  /// Marks the calls, and passes the counted ones to the matchers that capture arguments.
  func mark() {
    if let indices { evidence.comparison?.capture(indices) }
    evidence.fake.state.markVerified(indices, named: evidence.function.name)
  }
}

/// A result that has not been reported yet.
struct PendingCheck {
  let result: CheckResult
  /// The fake, or `nil` if the failure doesn't belong to a fake.
  let fake: FakeInstance?
  /// The scope that gets the failure.
  let scope: TestScope?
  let site: SourceLine
}

extension PendingCheck {
  /// Creates a failure that doesn't belong to a fake.
  init(_ failure: CheckFailure, at site: SourceLine) {
    self.init(result: CheckResult(failure), fake: nil, scope: .ofTask, site: site)
  }

  /// Adds the result to the `eventually` around the check, or reports it.
  func reportOrWait() {
    if let wait = EventualChecks.current { wait.add(self) } else { report() }
  }

  /// The failure, or `nil` if the check holds.
  ///
  /// - Parameter wait: The wait that ended without success, if any.
  func text(after wait: EventualWait? = nil) -> String? {
    guard let failure = result.failure else { return nil }
    let waited = result.isFinal ? nil : wait?.text(held: fake?.heldCalls ?? [])
    return failure.text + (waited.map { "\n  " + $0 } ?? "")
  }

  /// Reports a failure, and marks the verified calls.
  func report(after wait: EventualWait? = nil) {
    if let text = text(after: wait) {
      if let scope, let current = TestScope.ofTask, scope.belongsToAnotherTest(than: current) {
        let reason = """

            \(current.name) makes this check, but the fake belongs to \(scope.name), which runs at the same time. \
          Create a separate fake in each test.
          """
        for test in [current, scope] {
          FailureReporter.report(text + reason, at: site, ownedBy: test)
        }
      } else {
        FailureReporter.report(text, at: site, ownedBy: scope)
      }
    }
    result.verified?.mark()
  }
}
