/// The summaries of the fakes of one test.
final class FakeSummaries: Sendable {
  /// The maximum number of kept calls of one fake that ends before the test fails.
  private static let maxEarlyCalls = 50

  private let summary = Locked(ScopeSummary())

  var current: ScopeSummary { summary.withLock { $0 } }

  /// Adds a fake that ends before its scope.
  ///
  /// The calls become text only if the test has already failed: a passing test formats nothing. Otherwise, they are
  /// kept without the objects among their arguments, in case the test fails.
  func add(_ fake: FakeInstance, hasFailed: Bool) {
    addUnusedSetups(of: [fake])
    if hasFailed, current.hasRoomForTexts {
      let texts = LatestCalls.texts(of: [fake.latestCalls(ScopeSummary.maxCalls)])
      summary.withLock { $0.add(earlyTexts: texts) }
    } else {
      let calls = fake.latestCalls(hasFailed ? 0 : Self.maxEarlyCalls).plain
      summary.withLock { $0.add(earlyCalls: calls) }
    }
  }

  func addUnusedSetups(of fakes: [FakeInstance]) {
    let unused = fakes.flatMap(\.unusedSetups)
    summary.withLock { $0.add(unused: unused) }
  }

  /// Returns the latest calls of the fakes of a test that has failed.
  ///
  /// If there are very many fakes, each shows fewer calls, so that formatting takes a second at most.
  static func callTexts(of fakes: [FakeInstance]) -> [CallText] {
    let calls = min(ScopeSummary.maxCalls, max(1, 2_000 / max(1, fakes.count)))
    return LatestCalls.texts(of: fakes.map { $0.latestCalls(calls) })
  }
}

extension FakeInstance {
  /// The stubs that no call used, and the unmet expectations. Formats conditions, so it runs without a lock.
  var unusedSetups: [UnusedSetup] {
    state.unusedStubs.map { stub in
      let stub = stub()
      return UnusedSetup(unusedText: stub.unusedText, site: stub.site)
    }
      + state.unmetExpectations.map { UnusedSetup(unusedText: $0.unmetText, site: $0.site) }
  }
}
