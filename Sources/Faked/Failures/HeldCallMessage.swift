// The texts of calls that are held and of calls that are waited for.
extension FailureMessage {
  /// More calls than these are left out of a text.
  private static let mostCalls = 20

  /// `made` is how many calls were held in all, `given` how many of them `next()` gave; `unasked` is how
  /// many of `calls` it never gave.
  static func stillHeld(
    _ function: FunctionLabel, _ calls: [String], _ release: HeldCallsRelease, made: Int,
    given: Int, unasked: Int
  ) -> String {
    let count = plural(calls.count, "call")
    let left = calls.count > mostCalls ? ", …" : ""
    let shown = calls.prefix(mostCalls).joined(separator: ", ")
    let lines = [
      "\(function) still held \(count) \(release.moment): \(shown)\(left).",
      "Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or "
        + "`call.resume(throwing: …)`.",
    ]
    // What a check says that the test did not reach, as it waited for a call that it did not expect.
    guard unasked > 0, given > 0 else { return lines.joined(separator: "\n  ") }
    let asked = "The test asked for \(given) of the \(plural(made, "call")) with `next()`."
    let surplus =
      made - given == unasked
      ? " If it expects no more, the code under test makes \(unasked) too many." : ""
    return (lines + [asked + surplus]).joined(separator: "\n  ")
  }

  /// A call came after the test had let go of all, and nothing can end it.
  static func calledAfterRelease(
    _ function: FunctionLabel, _ call: some CustomStringConvertible, heldAt site: CallSite
  ) -> String {
    """
    \(function.owner).\(call) was called after `release()` ended the hold at \(site). It cannot throw \
    `CancellationError`, and its type has no default to return.
      Resume its calls with `next()` instead of `release()`, or stub \(function) before they come.
    """
  }

  /// The error of a call whose failure the scope has reported.
  static func expired(
    _ function: FunctionLabel, _ call: some CustomStringConvertible, _ limit: Duration,
    heldAt site: CallSite
  ) -> String {
    "\(function.owner).\(call) was held at \(site), and not resumed within \(limit.formattedShort)."
  }

  /// A call was resumed that was over.
  static func resumedLate<Arguments, Output, Failure: Error>(
    _ function: FunctionLabel, _ call: HeldCall<Arguments, Output, Failure>, at site: CallSite,
    _ end: HeldCall<Arguments, Output, Failure>.End
  ) -> String {
    let name = "\(function.owner).\(call)"
    switch end {
    case .resumed(at: let earlier):
      return """
        \(name) was resumed twice: at \(earlier) and at \(site).
          A call ends once. For the next one write `let call = try await held.next()`.
        """
    case .cancelled:
      return """
        \(name) cannot be resumed at \(site): its task was cancelled, and it threw `CancellationError`.
          `held.cancelled` has such calls. To answer them all the same, as a server may, write \
        `hold(…, cancellation: .ignored)`.
        """
    case .released(let release):
      return """
        \(name) cannot be resumed at \(site): it was released \(release.moment).
          Resume it before that.
        """
    }
  }

  static func nothingHeld(
    _ function: FunctionLabel, _ release: HeldCallsRelease, heldAt: CallSite, asked: CallSite
  ) -> FakedError {
    let reason =
      switch release {
      case .asked: "`release()` ended the hold"
      case .expired, .tornDown: "the fake was torn down"
      case .behaviorsReset: "its behaviors were reset"
      case .scopeEnded: "the test of the hold has ended"
      }
    return .missingCall(
      """
      `next()` at \(asked) gives no call of \(function): \(reason), so no call is held any more.
        The hold is that of \(heldAt). Hold anew: `let held = fake.hold(…)`.
      """)
  }

  /// `wait` is the method that waits for the calls, as in `held call of FakeStore.save with ("a")`.
  static func missingCall(
    _ function: FunctionLabel, _ wait: String, for calls: String, _ limit: Duration,
    asked: CallSite, of instance: FakeInstance?
  ) -> FakedError {
    let head = "`\(wait)` at \(asked) waited \(limit.formattedShort), and no \(calls) came."
    let calls = instance?.allCalls ?? []
    let left = calls.count - mostCalls
    let listed = calls.suffix(mostCalls).map { record in
      // That it was made, and is not held, is due to another stub.
      let isOver = record.function == function.name && record.duration != nil
      let stub = isOver ? record.answeredBy : nil
      return function.with(record.function).shortCall(record.arguments) + " " + record.outcomeText
        + (stub.map { ", stubbed at \($0)" } ?? "")
    }
    let lines =
      calls.isEmpty
      ? ["No function of this fake was called."]
      : ["Called:"] + (left > 0 ? ["… \(left) earlier"] : []) + listed
    return .missingCall(
      ([head] + heldMeanwhile(instance?.heldCalls ?? []) + lines).joined(separator: "\n  "))
  }

  /// The calls that wait for the test while it waits for something else.
  package static func heldMeanwhile(_ calls: [String]) -> [String] {
    guard !calls.isEmpty else { return [] }
    let left = calls.count > mostCalls ? ["… and \(calls.count - mostCalls) more"] : []
    return ["Held, and not resumed:"] + calls.prefix(mostCalls) + left
  }

  static func noTime(_ limit: Duration, asked: CallSite) -> FakedError {
    .invalidParameter(
      "`next(within: \(limit))` at \(asked) lies in the past. Write a duration from 0.")
  }

  static func nothingKept(_ function: FunctionLabel, asked: CallSite) -> FakedError {
    .invalidParameter(
      """
      \(function) keeps no calls to wait for at \(asked): `history` is `.countsOnly`.
        Set `history` to `.last(1)` or more.
      """)
  }
}

extension HeldCallsRelease {
  /// When calls were released, as in `at the end of the test`.
  fileprivate var moment: String {
    switch self {
    case .asked: "when `release()` ended the hold"
    case .expired(let limit): "after \(limit.formattedShort)"
    case .tornDown: "when the fake was torn down"
    case .behaviorsReset: "when its behaviors were reset"
    case .scopeEnded: "at the end of the test"
    }
  }
}
