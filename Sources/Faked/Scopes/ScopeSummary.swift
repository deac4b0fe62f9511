/// What a scope keeps about its fakes for the end of the test, as texts.
package struct ScopeSummary: Sendable {
  /// The most calls of one fake that a transcript shows.
  static let mostCalls = 200
  /// The most call sites that a transcript looks up, because a lookup takes up to 30 ms in a large test binary.
  static let mostSites = 30

  /// The stubs that no call used.
  package private(set) var unused: [StubSummary] = []
  /// The calls of all fakes, as far as they were kept.
  package private(set) var calls: [CallText] = []
  /// The number of calls that are not shown because their fake ended before the test failed, by fake.
  package private(set) var callsNotShown: [String: Int] = [:]

  var hasUnused: Bool { !unused.isEmpty }

  mutating func add(_ summary: FakeSummary) {
    unused += summary.unused
    calls += summary.calls
    if !summary.hasCalls, summary.callCount > 0 {
      callsNotShown[summary.fake, default: 0] += summary.callCount
    }
  }
}

/// What a scope keeps about one fake.
struct FakeSummary: Sendable {
  let fake: String
  /// The stubs that no call used.
  let unused: [StubSummary]
  let callCount: Int
  /// A Boolean value that indicates whether the summary contains the calls.
  let hasCalls: Bool
  let calls: [CallText]
}

/// One call in a transcript, or the number of calls that are left out there.
package struct CallText: Sendable {
  package let index: UInt64
  package let text: String
  /// The number of calls that are left out here, or `nil` for a call.
  package var leftOut: Int?
}

/// What a scope reports at its end.
package struct ScopeReport: Sendable {
  /// The failures that could not be recorded where they were found.
  package let findings: [FakedScope.Finding]
  let unseenErrors: [UnseenError]
  package let summary: ScopeSummary

  package var thrownMessages: [String] { unseenErrors.map(\.error.message) }

  /// The messages about the errors that the test has not seen, one for each function.
  package var thrownTexts: [String] {
    let groups = Dictionary(grouping: unseenErrors.indices) { unseenErrors[$0].group }
    return groups.sorted { $0.value[0] < $1.value[0] }.map { group, positions in
      FakeFailure.unseenErrors(
        group, count: positions.count, first: unseenErrors[positions[0]].error
      ).message
    }
  }
}

extension FakeInstance {
  /// Returns a summary of the fake. Formats the arguments of its last calls, so it runs without a lock.
  func summary(lastCalls: Int) -> FakeSummary {
    let functions = state.map { function in
      (
        label: function.label, stubs: function.stubs(onlyUnused: true),
        callCount: function.callCount, kept: function.callCount(before: .max),
        records: lastCalls > 0 ? function.anyRecords(last: lastCalls) : nil
      )
    }
    let calls = functions.flatMap { function in
      (function.records?() ?? []).map { (function.label, $0) }
    }.sorted { $0.1.index < $1.1.index }.suffix(lastCalls)
    let fake = functions.first?.label.owner ?? "a fake"
    let leftOut = functions.reduce(0) { $0 + $1.kept } - calls.count
    var lookedUp: Set<Int32> = []
    var texts =
      calls.reversed().map { label, record in
        let text = label.call(record.arguments) + " " + record.ending
        guard let position = record.sitePosition,
          lookedUp.contains(position) || lookedUp.count < ScopeSummary.mostSites
        else { return CallText(index: record.index, text: text) }
        lookedUp.insert(position)
        return CallText(
          index: record.index, text: text + (record.site.map { ", called at \($0)" } ?? ""))
      }.reversed() as [CallText]
    if leftOut > 0, let first = texts.first {
      let text = "… \(plural(leftOut, "earlier call")) of \(fake)"
      texts.insert(CallText(index: first.index - 1, text: text, leftOut: leftOut), at: 0)
    }
    return FakeSummary(
      fake: fake, unused: functions.flatMap { $0.stubs.map { $0() } },
      callCount: functions.reduce(0) { $0 + $1.callCount }, hasCalls: lastCalls > 0, calls: texts)
  }

  /// The calls that have not ended, as far as they are kept.
  var pendingCalls: [CallText] {
    let functions = state.map { ($0.label, $0.anyRecords(last: ScopeSummary.mostCalls)) }
    return functions.flatMap { label, records in
      records().compactMap { record in
        guard case .pending = record.outcome else { return nil }
        return CallText(index: record.index, text: label.call(record.arguments))
      }
    }
  }
}
