/// The facts that a scope keeps about its fakes for the end of the test.
package struct ScopeSummary: Sendable {
  /// The maximum number of calls of one fake in a transcript.
  static let maxCalls = 200
  /// The maximum number of call sites that a transcript looks up. A lookup takes up to 30 ms in a large test binary.
  static let maxSites = 30
  /// The maximum number of kept calls of all fakes that end before the test.
  static let maxEarlyCalls = 1_000

  /// The stubs that no call used.
  package private(set) var unused: [StubSummary] = []
  /// The kept calls of all fakes. Empty until the test has failed and ended.
  package private(set) var calls: [CallText] = []
  /// The number of calls that are not shown because their fake ended before the test, by fake.
  package private(set) var callsNotShown: [String: Int] = [:]
  /// The calls of the fakes that ended before the test, in case it fails.
  private var earlyCalls: [LatestCalls] = []
  private var earlyCallCount = 0
  /// The number of fakes whose calls are no longer kept.
  private var forgottenCount = 0
  /// The calls of the fakes that ended before the test, but after it had failed.
  private var earlyTexts: [CallText] = []

  var hasUnused: Bool { !unused.isEmpty }

  /// A Boolean value that indicates whether there is room for the calls of a fake that ends after the test has failed.
  var hasRoomForTexts: Bool { earlyTexts.count < Self.maxEarlyCalls }

  /// Adds the stubs of a fake that no call used.
  mutating func add(unused stubs: [StubSummary]) { unused += stubs }

  /// Adds the calls of a fake that ends after the test has failed.
  mutating func add(earlyTexts texts: [CallText]) { earlyTexts += texts }

  /// Adds the calls of a fake that ends before the test has failed.
  mutating func add(earlyCalls ended: LatestCalls) {
    earlyCalls.append(ended)
    earlyCallCount += ended.keptCount
    // The latest calls are nearest to the failure.
    while earlyCallCount > Self.maxEarlyCalls {
      earlyCallCount -= earlyCalls[forgottenCount].keptCount
      earlyCalls[forgottenCount].forgetCalls()
      forgottenCount += 1
    }
  }

  /// Counts the calls of the fakes that ended before the test.
  func count(in numbers: inout CallNumbers) {
    for text in earlyTexts { numbers.count(text.leftOut ?? 1, at: text.index) }
    for ended in earlyCalls { ended.count(in: &numbers) }
  }

  /// Returns the summary of a failed test with the calls of all fakes. Formats their arguments.
  ///
  /// - Parameters:
  ///   - texts: The calls of the fakes that have not ended before the test.
  ///   - scope: The scope of the test, which numbers the calls.
  func withCalls(_ texts: [CallText], of scope: TestScope) -> ScopeSummary {
    var summary = self
    summary.calls = texts + earlyTexts + earlyCalls.flatMap(\.texts)
    for ended in earlyCalls where ended.count == 0 && ended.total > 0 {
      summary.callsNotShown[ended.owner, default: 0] += ended.total
    }
    let numbers = CallNumbers(of: summary.calls.map(\.index), in: scope)
    for position in summary.calls.indices {
      summary.calls[position].number = numbers[summary.calls[position].index]
    }
    return summary
  }
}

/// One call in a transcript, or the number of calls that are left out there.
package struct CallText: Sendable {
  package let index: UInt64
  package let text: String
  /// The number of the call among all calls of the test, from 1.
  package fileprivate(set) var number = 0
  /// The number of calls that are left out here, or `nil` for a call.
  package var leftOut: Int?
}

/// The latest calls of one fake.
///
/// `@unchecked` because arguments need not be `Sendable`. The calls are formatted immediately, or contain only values that
/// hold no object.
struct LatestCalls: @unchecked Sendable {
  typealias Call = (label: FunctionLabel, record: CallRecord<[Any?], Any?>)

  /// A function of the fake. `nil` if none was called.
  let function: FunctionLabel?
  /// The number of all calls, including those that are not here.
  let total: Int
  /// The index of the latest call.
  let latestIndex: UInt64
  /// The number of calls that are here.
  private(set) var count: Int
  /// The number of calls in memory: of each function, there may be as many as are shown.
  private(set) var keptCount: Int
  /// Makes the records of the calls. A passing test doesn't need them.
  private var records: () -> [Call]
  /// A Boolean value that indicates whether the calls are known to hold no object.
  private var isPlain: Bool

  init(
    of function: FunctionLabel?, total: Int, latestIndex: UInt64, count: Int, keptCount: Int,
    isPlain: Bool, _ records: @escaping () -> [Call]
  ) {
    self.function = function
    self.total = total
    self.latestIndex = latestIndex
    self.count = count
    self.keptCount = keptCount
    self.isPlain = isPlain
    self.records = records
  }

  /// The calls, oldest first.
  var calls: [Call] { records() }

  /// The fake in a sentence.
  var owner: String { function?.owner ?? "a fake" }

  /// The number of earlier calls that are not here.
  var leftOut: Int { total - count }

  /// The index of the last of these calls, or one after it and before the calls that are here.
  private func lastLeftOut(before calls: [Call]) -> UInt64 {
    calls.first.map { $0.record.index - 1 } ?? latestIndex
  }

  /// Counts all calls.
  func count(in numbers: inout CallNumbers) {
    let calls = calls
    for call in calls { numbers.count(at: call.record.index) }
    if leftOut > 0 { numbers.count(leftOut, at: lastLeftOut(before: calls)) }
  }

  /// Forgets the calls, and keeps their number.
  mutating func forgetCalls() {
    (count, keptCount) = (0, 0)
    records = { [] }
  }

  /// Returns one text for each call. Runs the descriptions of user types.
  var texts: [CallText] {
    let calls = calls
    var texts = zip(calls, Self.sites(of: calls)).map { call, site in
      let (label, record) = call
      return CallText(
        index: record.index,
        text: label.call(record.arguments) + " " + record.ending + calledAt(site))
    }
    if leftOut > 0, !texts.isEmpty {
      let text = "… \(plural(leftOut, "earlier call")) of \(owner)"
      texts.insert(CallText(index: lastLeftOut(before: calls), text: text, leftOut: leftOut), at: 0)
    }
    return texts
  }

  /// The captured sites of the calls. The sites of the newest calls are looked up first.
  private static func sites(of calls: [Call]) -> [CallSite?] {
    var lookedUp: Set<Int32> = []
    return calls.reversed().map { call in
      guard let site = call.record.capturedSite,
        lookedUp.contains(site.position) || lookedUp.count < ScopeSummary.maxSites
      else { return nil }
      lookedUp.insert(site.position)
      return site.site
    }.reversed()
  }

  /// Returns the calls without the objects that they would keep alive.
  var plain: LatestCalls {
    if isPlain { return self }
    let calls = calls.map { ($0.label, $0.record.plain) }
    var plain = self
    plain.keptCount = calls.count
    plain.records = { calls }
    return plain
  }
}

/// Everything that a scope reports at its end.
package struct ScopeReport: Sendable {
  /// A Boolean value that indicates whether the test had failed before its end.
  package let hasFailed: Bool
  /// The failures that could not be recorded where they were found.
  package let failures: [ScopeFailure]
  let unseenErrors: [UnseenError]
  /// The messages about tasks that still sleep on a fake clock, one for each clock.
  package let sleepTexts: [String]
  package let summary: ScopeSummary

  package var thrownMessages: [String] { unseenErrors.map(\.error.message) }

  /// The failures about the errors that the test has not seen, one for each function.
  package var thrown: [ScopeFailure] {
    let groups = Dictionary(grouping: unseenErrors.indices) { unseenErrors[$0].group }
    return groups.sorted { $0.value[0] < $1.value[0] }.map { group, positions in
      let first = unseenErrors[positions[0]]
      let failure = FakeFailure.unseenErrors(group, count: positions.count, first: first.error)
      return ScopeFailure(failure.message, at: nil, calledAt: first.site)
    }
  }
}

extension FakeInstance {
  /// Returns the stubs that no call used. Formats their conditions, so it runs without a lock.
  var unusedStubs: [StubSummary] { state.unusedStubs.map { $0() } }

  /// Returns the last calls of the fake.
  func latestCalls(_ count: Int) -> LatestCalls {
    let functions = state.map { function in
      (
        label: function.label, total: function.callCount,
        kept: min(count, function.callCount(before: .max)),
        isPlain: function.holdsNoObjects(inLast: count), records: function.anyRecords(last: count)
      )
    }
    let keptCount = functions.reduce(0) { $0 + $1.kept }
    return LatestCalls(
      of: functions.first?.label, total: functions.reduce(0) { $0 + $1.total },
      latestIndex: state.latestIndex, count: min(count, keptCount), keptCount: keptCount,
      isPlain: functions.allSatisfy(\.isPlain)
    ) {
      functions.flatMap { function in function.records().map { (function.label, $0) } }
        .sorted { $0.1.index < $1.1.index }.suffix(count)
    }
  }

  /// The kept calls that have not ended.
  var pendingCalls: [CallText] {
    let functions = state.map { ($0.label, $0.anyRecords(last: ScopeSummary.maxCalls)) }
    return functions.flatMap { label, records in
      records().compactMap { record in
        guard case .pending = record.outcome else { return nil }
        return CallText(index: record.index, text: label.call(record.arguments))
      }
    }
  }
}
