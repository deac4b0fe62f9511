/// The fake that a check examines.
@usableFromInline
struct CheckedFake {
  let instance: FakeInstance
  let type: Any.Type

  @usableFromInline
  init<Fake: Faked>(_ fake: Fake) {
    instance = fake.instance
    type = Fake.self
  }

  init(_ instance: FakeInstance, type: Any.Type) {
    self.instance = instance
    self.type = type
  }

  /// The other fakes of the same type in the test.
  var others: [CheckedFake] {
    let others = instance.state.scope?.others(like: instance, of: type) ?? []
    return others.map { CheckedFake($0, type: type) }
  }

  func label(_ function: String) -> FunctionLabel { instance.label(type, function) }

  /// The fake in a sentence, as in `cache: FakeStore`.
  var owner: String { label("").owner }
}

/// The calls of one function, and those of them that a check counts.
@usableFromInline
struct CheckEvidence {
  let fake: CheckedFake
  let function: FunctionLabel
  /// The number of calls, including those that the history no longer keeps.
  let total: Int
  /// The number of calls that the history keeps.
  let kept: Int
  /// The indices of the kept calls that the check counts, oldest first.
  let counted: [UInt64]
  /// The comparison of the arguments, or `nil` if the check counts every call.
  let comparison: (any ArgumentComparison)?

  @usableFromInline
  init(
    of fake: CheckedFake, function name: String, total: Int, kept: Int, counted: [UInt64],
    comparison: (any ArgumentComparison)? = nil
  ) {
    self.fake = fake
    function = fake.label(name)
    self.total = total
    self.kept = kept
    self.counted = counted
    self.comparison = comparison
  }

  /// The number of calls that the check counts.
  var matched: Int { comparison == nil ? total : counted.count }

  /// The calls in a sentence, as in `FakeStore.set(_:for:) with ("a", for: "b")`.
  var subject: String {
    "\(function)\(comparison.map { " " + $0.phrase(for: function) } ?? "")"
  }

  /// Returns a Boolean value that indicates whether calls that the history no longer keeps could change the
  /// result of a check.
  func isUndecidable(for count: CallCount) -> Bool {
    kept < total && comparison != nil && (count.isLimited || matched < count.minimum)
  }
}

/// The arguments of the calls of a function, compared with the arguments that a check expects. Its texts run
/// descriptions of user types, so they are created only for a failure.
@usableFromInline
protocol ArgumentComparison {
  /// Returns the wanted arguments in a sentence, as in `with ("abc", any)`.
  func phrase(for function: FunctionLabel) -> String
  /// The text of each wanted argument, or `nil` if a closure checks all of them.
  var wantedArguments: [String]? { get }
  /// Returns the calls that don't match and why, the nearest first.
  func nearestMisses(
    _ limit: Int, of function: FunctionLabel
  ) -> [(index: UInt64, differences: [String])]
  /// Passes the arguments of the calls with these indices to the matchers that capture them.
  func capture(_ indices: [UInt64])
}

/// The comparison of the calls of one function with one condition.
@usableFromInline
struct ConditionComparison<Arguments, Output>: ArgumentComparison {
  let calls: ContiguousArray<StoredCall<Arguments, Output>>
  /// The arguments of each call that don't match, one bit for each.
  let mismatches: [UInt64]
  /// The condition, for its texts only. A closure of the user must not outlive the check.
  let condition: Condition<Arguments>
  let matched: ((Arguments) -> Void)?

  @usableFromInline
  init(
    _ calls: ContiguousArray<StoredCall<Arguments, Output>>, mismatches: [UInt64],
    with condition: Condition<Arguments>
  ) {
    self.calls = calls
    self.mismatches = mismatches
    self.condition = condition.forTexts
    matched = condition.matched
  }

  @usableFromInline
  func phrase(for function: FunctionLabel) -> String { condition.phrase(function) }

  @usableFromInline var wantedArguments: [String]? { condition.wanted?() }

  @usableFromInline
  func nearestMisses(
    _ limit: Int, of function: FunctionLabel
  ) -> [(index: UInt64, differences: [String])] {
    nearestIndices(mismatches, limit, ofMismatches: true).map { position in
      let call = calls[position]
      return (call.facts.index, condition.texts(mismatches[position], call.arguments, function))
    }
  }

  @usableFromInline
  func capture(_ indices: [UInt64]) {
    guard let matched else { return }
    let indices = Set(indices)
    for call in calls where indices.contains(call.facts.index) { matched(call.arguments) }
  }
}

extension Faked {
  /// Returns the calls of every function with a name.
  @usableFromInline
  func evidence(of name: String) -> CheckEvidence {
    let functions = instance.state.mapForCheck(named: name) {
      (count: $0.callCount, indices: $0.indices())
    }
    let indices = functions.flatMap(\.indices).sorted()
    return CheckEvidence(
      of: CheckedFake(self), function: name, total: functions.reduce(0) { $0 + $1.count },
      kept: indices.count, counted: indices)
  }

  /// Returns the calls of one function, and those whose arguments meet a condition.
  ///
  /// The condition is user code. It runs once for each call, without a lock.
  @inlinable
  func evidence<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ condition: Condition<Arguments>
  ) -> CheckEvidence {
    let (total, calls) = instance.calls(type, named: name)
    let mismatchesOf = condition.mismatches
    let mismatches = calls.withUnsafeBufferPointer { calls in
      calls.indices.map { mismatchesOf(calls[$0].arguments) }
    }
    return CheckEvidence(
      of: CheckedFake(self), function: name, total: total, kept: calls.count,
      counted: mismatches.indices.filter { mismatches[$0] == 0 }.map { calls[$0].facts.index },
      comparison: ConditionComparison(calls, mismatches: mismatches, with: condition))
  }
}
