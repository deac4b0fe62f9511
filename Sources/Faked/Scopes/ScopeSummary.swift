/// The facts that a scope keeps about its fakes for the end of the test.
package struct ScopeSummary: Sendable {
  /// The maximum number of calls of one fake in a transcript.
  static let maxCalls = 200
  /// The maximum number of call sites that a transcript looks up at a time. A lookup takes up to 30 ms in a large test binary.
  static let maxSites = 30
  /// The maximum number of kept calls of all fakes that end before the test.
  static let maxEarlyCalls = 1_000

  /// The stubs that no call used, and the expectations of unstubbed calls of which there were none.
  package private(set) var unused: [UnusedSetup] = []
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

  /// Adds the unused setups of a fake.
  mutating func add(unused setups: [UnusedSetup]) { unused += setups }

  /// Adds the calls of a fake that ends after the test has failed.
  mutating func add(earlyTexts texts: [CallText]) { earlyTexts += texts }

  /// Adds the calls of a fake that ends before the test has failed.
  mutating func add(earlyCalls ended: LatestCalls) {
    if ended.total == 0 { return }
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
    summary.calls = texts + earlyTexts + LatestCalls.texts(of: earlyCalls)
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

/// A line of a test that set up something for calls that were not made.
package struct UnusedSetup: Sendable {
  package let unusedText: String
  package let site: SourceLine
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
