// The end of a test: its failures, its unused stubs, and its calls.
extension TestScope {
  /// Ends the scope: releases held calls, and returns everything to report.
  ///
  /// The fakes keep their stubs for a while, for tasks that outlive the test.
  ///
  /// - Parameters:
  ///   - isStrict: A Boolean value that indicates whether an unused stub is a failure.
  ///   - hasThrown: A Boolean value that indicates whether the test threw an error.
  package func end(isStrict: Bool, hasThrown: Bool = false) -> ScopeReport {
    let (hadFailed, hooks, clocks, fakes) = state.withLock { state in
      state.phase = .ending
      defer { (state.endHooks, state.clocks) = ([], []) }
      return (
        state.hasFailed, state.endHooks, state.clocks, state.members.compactMap(\.fake)
      )
    }
    for hook in hooks.filter({ !$0.isLast }) + hooks.filter(\.isLast) {
      if let failure = hook.run(hasThrown) { report(failure) }
    }
    let sleepTexts = clocks.compactMap(\.textOfSleepsLeft)
    // A fake that another test has stubbed belongs to that test.
    func own() -> [FakeInstance] { fakes.filter { $0.state.scope === self } }
    var calls: [CallText] = []
    if !isRun {
      addUnusedStubs(of: own())
      let fails = state.withLock { state in
        !state.unseenErrors.isEmpty || isStrict && !state.unused.isEmpty
      }
      if fails || own().contains(where: \.holdsCalls) { sawFailure() }
      if hasFailed { calls = CallText.texts(of: own()) }
    }
    for fake in own() { fake.releaseHeldCalls(because: .scopeEnded) }
    let isFailing = hasFailed
    let report = state.withLock { state in
      state.phase = .reported
      return ScopeReport(
        hasFailed: hadFailed, failures: state.failures, unseenErrors: state.unseenErrors,
        sleepTexts: sleepTexts, unused: state.unused,
        calls: CallText.lines(of: state.earlyTexts + calls),
        callsNotShown: isFailing ? state.earlyCalls : [:])
    }
    for fake in fakes { fake.state.end(in: self) }
    EndedFakes.add(fakes)
    return report
  }
}

/// Everything that a scope reports at its end.
package struct ScopeReport: Sendable {
  /// A Boolean value that indicates whether the test had failed before its end.
  package let hasFailed: Bool
  /// The failures that could not be recorded where they were found.
  package let failures: [ScopeFailure]
  fileprivate let unseenErrors: [UnseenError]
  /// The messages about tasks that still sleep on a fake clock, one for each clock.
  package let sleepTexts: [String]
  /// The warnings about stubs that no call used.
  package let unused: [ScopeFailure]
  /// The calls of all fakes in order. Empty unless the test has failed.
  package let calls: [CallText]
  /// The number of calls that are not shown because their fake ended before the test, by fake.
  package let callsNotShown: [String: Int]

  package var thrownMessages: [String] { unseenErrors.map(\.error.message) }

  /// The failures about the errors that the test has not seen, one for each function.
  package var thrown: [ScopeFailure] {
    let groups = Dictionary(grouping: unseenErrors.indices) { unseenErrors[$0].group }.values
    return groups.sorted { $0[0] < $1[0] }.map { positions in
      let first = unseenErrors[positions[0]]
      let failure = FakeFailure.unseenErrors(count: positions.count, first: first)
      return ScopeFailure(failure.message, at: nil, calledAt: first.site)
    }
  }
}

/// A line of a transcript: one call, equal calls in a row, or the number of calls that are left out.
package struct CallText: Sendable {
  /// The index of the call, which orders it among all calls.
  let index: UInt64
  /// The number of the call. `nil` if the line is about calls that are left out.
  fileprivate let number: Int?
  /// The call without its duration.
  fileprivate let call: String
  fileprivate let callWithDuration: String
  /// The number of calls that the line stands for.
  package fileprivate(set) var count = 1

  package var text: String {
    guard let number else { return call }
    return "call \(number): " + (count == 1 ? callWithDuration : "\(call) × \(count)")
  }

  /// The maximum number of calls.
  private static let maxCalls = 500
  /// The maximum number of calls of fakes that ended before the test.
  static let maxEarlyCalls = 1_000
  /// The maximum number of call sites that a transcript looks up. A lookup takes up to 30 ms in a large test binary.
  private static let maxSites = 30

  /// Returns the latest calls of the fakes of a test that has failed. Runs the descriptions of user types.
  static func texts(of fakes: [FakeInstance]) -> [CallText] {
    let functions = fakes.flatMap { fake in
      fake.state.map { ($0.label, total: $0.callCount, records: $0.anyRecords(last: maxCalls)) }
    }
    let calls = functions.flatMap { label, _, records in
      records().map { (label: label, record: $0) }
    }.sorted { $0.record.index < $1.record.index }.suffix(maxCalls)
    // Only the newest sites are looked up.
    var sites: Set<Int32> = []
    for call in calls.reversed() where sites.count < maxSites {
      if let site = call.record.capturedSite { sites.insert(site.position) }
    }
    let leftOut = functions.reduce(0) { $0 + $1.total } - calls.count
    let earlier = "… \(plural(leftOut, "earlier call"))"
    return
      (leftOut > 0
      ? [
        CallText(
          index: 0, number: nil, call: earlier, callWithDuration: earlier, count: leftOut)
      ] : [])
      + calls.map { label, record in
        let site = record.capturedSite.flatMap { sites.contains($0.position) ? $0.site : nil }
        let (call, end) = (label.call(record.arguments), calledAt(site))
        return CallText(
          index: record.index, number: record.number,
          call: "\(call) \(record.ending(withDuration: false))\(end)",
          callWithDuration: "\(call) \(record.ending())\(end)")
      }
  }

  /// Returns the texts in order, with one line for equal calls in a row.
  fileprivate static func lines(of texts: [CallText]) -> [CallText] {
    texts.sorted { $0.index < $1.index }.reduce(into: []) { lines, text in
      if let last = lines.last, last.number != nil, text.number != nil, last.call == text.call {
        lines[lines.count - 1].count += 1
      } else {
        lines.append(text)
      }
    }
  }
}

// The errors that the code under test may swallow.
extension TestScope {
  /// Records a call that threw because the fake could not respond. The code under test may swallow the error.
  package func recordThrown(
    _ error: FakedError, of function: some CustomStringConvertible & Sendable,
    calledAt site: CapturedSite? = nil, isUnstubbed: Bool = false
  ) {
    if hasEnded || isOfStoppedRun { return }
    let unseen = UnseenError(
      error: error, function: function, site: site, isUnstubbed: isUnstubbed)
    state.withLock { $0.unseenErrors.append(unseen) }
  }

  /// Returns a Boolean value that indicates whether an equal error was recorded and the test has not seen it.
  func hasUnseen(_ error: FakedError) -> Bool {
    state.withLock { state in state.unseenErrors.contains { $0.error == error } }
  }

  private var hasUnseenErrors: Bool { state.withLock { !$0.unseenErrors.isEmpty } }

  /// Records that the test has seen an error, so that the end of the scope doesn't report it again. The error may be
  /// wrapped, as the error of a URL session is.
  package func sawError(_ error: any Error) {
    guard hasUnseenErrors else { return }
    _ = carries(error) { error in
      guard let own = error as? FakedError else { return false }
      return state.withLock { state in
        let position = state.unseenErrors.firstIndex { $0.error == own }
        if let position { state.unseenErrors.remove(at: position) }
        return position != nil
      }
    }
  }

  /// Records that a failure of the test shows a text, so that the end of the scope doesn't report the errors in it again,
  /// one for each message.
  package func sawErrors(shownIn text: @autoclosure () -> String) {
    guard hasUnseenErrors else { return }
    let text = text()
    state.withLock { state in
      var shown: Set<String> = []
      state.unseenErrors.removeAll { unseen in
        let message = unseen.error.message
        return text.contains(message) && shown.insert(message).inserted
      }
    }
  }

  /// Records that the test has seen all errors so far. Used if the test framework hides the error that ended
  /// the test.
  package func sawAllErrors() { state.withLock { $0.unseenErrors = [] } }
}

/// An error of a call to which a fake could not respond.
struct UnseenError: Sendable {
  let error: FakedError
  let function: any CustomStringConvertible & Sendable
  /// The line that made the call, if it was captured.
  let site: CapturedSite?
  /// A Boolean value that indicates whether no stub responded to the call. If `false`, its response did not fit, or a
  /// recording did not contain it.
  let isUnstubbed: Bool

  /// The calls of a function that failed for the same reason. One failure reports them together.
  fileprivate var group: String { isUnstubbed ? "unstubbed \(function)" : "\(function)" }
}

/// Returns a Boolean value that indicates whether an error, or an error that it wraps, meets a condition.
///
/// Looks at about 1,000 values on each of the 6 levels below it, because an error may carry a large collection, and not into
/// objects, because other threads may change them.
package func carries(_ value: Any, _ condition: (any Error) -> Bool) -> Bool {
  var values = [value]
  for _ in 0...6 {
    if values.contains(where: { ($0 as? any Error).map(condition) ?? false }) { return true }
    var parts: [Any] = []
    for value in values where parts.count < 1_000 {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !(value is any Error) { continue }
      parts += mirror.children.prefix(100).map(\.value)
    }
    values = parts
  }
  return false
}

/// The fakes whose scopes have ended, kept for a grace period for tasks that outlive their tests.
enum EndedFakes {
  /// The time in nanoseconds after the end of a test in which tasks that outlive it still get stubbed responses.
  private static let gracePeriod: UInt64 = 10_000_000_000
  /// The maximum number of fakes to keep.
  private static let maxFakes = 1_000

  private struct EndedFake {
    /// Weak, because the registry keeps the fakes that need it, and the copies of a fake keep its `FakeInstance`.
    weak var fake: FakeInstance?
    /// The nanosecond at which the test ended.
    let end: UInt64
  }

  /// Oldest first.
  private static let fakes = Locked<[EndedFake]>([])

  /// Adds fakes, and forgets those whose grace period is over.
  static func add(_ ended: [FakeInstance]) {
    let old = fakes.withLock { fakes in
      // Under the lock, because several tests may end at the same time, and the oldest fake must come first.
      let now = monotonicNanoseconds()
      fakes += ended.map { EndedFake(fake: $0, end: now) }
      let late = fakes.prefix { now - $0.end > gracePeriod }.count
      let count = max(late, fakes.count - maxFakes)
      defer { fakes.removeFirst(count) }
      return Array(fakes.prefix(count))
    }
    if old.isEmpty { return }
    // Most old fakes belong to other tests.
    CurrentScheduler.outside {
      for old in old {
        guard let fake = old.fake, fake.state.removeDispensableStubs(ifEndedBy: old.end) else {
          continue
        }
        // An object leaves the registry when it is deallocated. Until then, its calls must report that its test has ended.
        if case .object = fake.identity { continue }
        FakedFunctionHolder.remove(fake)
      }
    }
  }
}
