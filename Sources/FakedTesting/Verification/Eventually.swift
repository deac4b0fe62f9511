/// Waits until all checks in the closure hold, of any fakes, and reports those that do not in time.
///
/// ```swift
/// try await eventually(within: .seconds(1)) {
///   store.verify(\.save, called: 2)
///   log.verify(\.write)
/// }
/// ```
///
/// The closure runs again after each call of the fakes in it, without polling, so it should hold checks
/// alone. Calls made before count too. A check that a later call could break (`.never`, `.atMost`,
/// `verifyNoCalls`, `verifyNoMoreCalls`) is waited for the whole time. Without a limit it is the patience of the scope, else 30 s. Throws
/// `CancellationError` when its task is cancelled.
public func eventually(
  within limit: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
) async throws {
  let limit = limit ?? FakedScope.current?.patience ?? FakedScope.usualPatience
  var latest: [EventualChecks.Note] = []
  var counts: [Int] = []
  _ = try await CallSignal.find(until: .now.advanced(by: limit)) { signal in
    let run = EventualChecks(signal, after: counts)
    EventualChecks.$current.withValue(run, operation: checks)
    latest = run.notes.value
    counts = run.counts.value
    return latest.allSatisfy(\.isDecided) ? true : nil
  }
  let site = CallSite(fileID, filePath, line, column)
  if latest.isEmpty {
    FailureReporter.report(
      CheckMessage.noChecks("eventually"), at: site, ownedBy: FakedScope.current)
  }
  for note in latest { note.conclude(site, limit) }
}

/// The checks of one look of `eventually`.
final class EventualChecks: Sendable {
  @TaskLocal static var current: EventualChecks?

  struct Note {
    let isDecided: Bool
    /// Marks the calls that a check counted, or reports that it does not hold, and who waited how long.
    let conclude: (CallSite, Duration) -> Void
  }

  let notes = Captured<[Note]>([])
  private let signal: CallSignal
  /// How many calls each check has counted so far; those it wants, once it held.
  let counts = Captured<[Int]>([])
  /// The same at the look before; nothing at the first.
  private let countsBefore: [Int]

  init(_ signal: CallSignal, after counts: [Int]) {
    self.signal = signal
    countsBefore = counts
  }

  /// Whether a count holds, or held since the first look: calls come one by one, so a number that was to
  /// be reached was, whatever came after.
  func isMet(_ count: CallCount, by matched: Int) -> Bool {
    counts.withValue { counts in
      let before = counts.count < countsBefore.count ? countsBefore[counts.count] : .max
      let range = count.range
      let wasMet =
        !count.allowsNone && before <= range.upperBound && matched >= range.lowerBound
      let isMet = wasMet || range.contains(matched)
      counts.append(isMet ? min(matched, range.upperBound) : matched)
      return isMet
    }
  }

  /// Notes what is wrong however long it waits.
  func note(_ report: @escaping () -> Void) {
    notes.withValue { $0.append(Note(isDecided: true) { _, _ in report() }) }
  }

  func note(
    _ result: CheckResult, of instance: FakeInstance,
    report: @escaping (_ message: String, FakedScope?) -> Void
  ) {
    signal.listen(to: instance)
    let scope = instance.state.scope
    let note = Note(isDecided: result.isFinal) { site, limit in
      result.conclude { message in
        let wait =
          result.isFinal ? "" : CheckMessage.waited(limit, at: site, held: instance.heldCalls)
        report(message + wait, scope)
      }
    }
    notes.withValue { $0.append(note) }
  }
}

extension CheckMessage {
  /// What a check says that did not hold in time, behind its text.
  fileprivate static func waited(_ limit: Duration, at site: CallSite, held: [String]) -> String {
    ([""] + ["`eventually` at \(site) waited \(limit.formattedShort) for it."]
      + heldLines(held)).joined(separator: "\n  ")
  }
}
