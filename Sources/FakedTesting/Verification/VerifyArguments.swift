// Checks of all calls of a function by their arguments.
extension Faked {
  /// Checks the arguments of all calls of a function, in order.
  ///
  /// `fake.verify(\.send, arguments: [("Hello", "Ada"), ("Hi", "Bob")])` expects these two calls and no other
  /// call of the function.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - expected: The arguments of each call: a value, or a tuple if the function has several parameters.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @inlinable
  public func verify<each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    arguments expected: [(repeat each P)], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    checkAll(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      expected.map { (arguments: (repeat each P)) in Condition(equal: repeat each arguments) },
      SourceLine(fileID, filePath, line, column))
  }

  /// Checks that all calls of a function meet conditions, one for each call.
  @usableFromInline
  func checkAll<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ expected: [Condition<Arguments>], _ site: SourceLine
  ) {
    let (total, calls) = instance.calls(type, named: name)
    let fake = CheckedFake(self)
    let evidence = CheckEvidence(
      of: fake, function: name, total: total, kept: calls.count, counted: calls.map(\.facts.index))
    instance.state.recordCheck(of: name)
    result(of: evidence, ConditionListComparison(calls, expected)).conclude(for: fake, at: site)
  }

  private func result<Arguments, Output>(
    of evidence: CheckEvidence, _ list: ConditionListComparison<Arguments, Output>
  ) -> CheckResult {
    if VerifiedOrder.current != nil {
      let instead = "Write a `verify(_:with:)` for each call instead"
      return .failed(.notAnOrder(check: "verify(_:arguments:)", instead: instead))
    }
    guard evidence.kept == evidence.total else { return .failed(.callsNotKept(evidence)) }
    guard list.isMet else {
      return .failed(
        .wrongArguments(evidence, list), isFinal: list.canNoLongerBeMet, verified: .all(evidence))
    }
    if list.calls.isEmpty, let discarded = evidence.fake.discardedCalls(of: evidence.function.name)
    {
      return .failed(.tornDown(evidence.function.description, discarded))
    }
    return .passed(
      isFinal: !list.expected.isEmpty, verified: .some(evidence.counted[...], evidence))
  }
}

/// All calls of a function, compared with a list of expected calls. Its texts run descriptions of user types, so
/// they are created only for a failure.
protocol ArgumentListComparison {
  var expectedCount: Int { get }
  /// The position of the first call that differs, or the number of calls that can be compared.
  var firstDifference: Int { get }
  /// The text of each argument that is expected of the first call that differs, or `nil` if no call is expected.
  var firstDifferentArguments: [String]? { get }
  /// Returns calls, starting at a position, each with its differences.
  func calls(from position: Int, _ limit: Int, of function: FunctionLabel) -> [ListedCall]
  /// Returns the expected calls that were not made.
  func missing(_ limit: Int, of function: FunctionLabel) -> [String]
}

private struct ConditionListComparison<Arguments, Output>: ArgumentListComparison {
  let calls: ContiguousArray<StoredCall<Arguments, Output>>
  let expected: [Condition<Arguments>]
  /// The arguments of each expected call that don't match, one bit for each.
  private let mismatches: [UInt64]

  init(
    _ calls: ContiguousArray<StoredCall<Arguments, Output>>, _ expected: [Condition<Arguments>]
  ) {
    self.calls = calls
    self.expected = expected
    mismatches = zip(calls, expected).map { $1.mismatches($0.arguments) }
  }

  var isMet: Bool { calls.count == expected.count && !hasDifferences }
  /// A Boolean value that indicates whether later calls can't make the check hold.
  var canNoLongerBeMet: Bool { calls.count > expected.count || hasDifferences }
  private var hasDifferences: Bool { mismatches.contains { $0 != 0 } }

  var expectedCount: Int { expected.count }
  var firstDifference: Int { mismatches.firstIndex { $0 != 0 } ?? mismatches.count }

  var firstDifferentArguments: [String]? {
    expected.indices.contains(firstDifference) ? expected[firstDifference].wanted?() : nil
  }

  func calls(from position: Int, _ limit: Int, of function: FunctionLabel) -> [ListedCall] {
    calls.indices.dropFirst(position).prefix(limit).map { position in
      let call = calls[position]
      guard position < mismatches.count else {
        return ListedCall(index: call.facts.index, note: "not expected")
      }
      let differences = expected[position].texts(mismatches[position], call.arguments, function)
      return ListedCall(index: call.facts.index, note: differences.joined(separator: "; "))
    }
  }

  func missing(_ limit: Int, of function: FunctionLabel) -> [String] {
    expected.dropFirst(calls.count).prefix(limit).map {
      "\(function.baseName)\($0.description(function))"
    }
  }
}
