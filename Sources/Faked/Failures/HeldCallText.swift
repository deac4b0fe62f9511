// The texts of calls that a test waits for or holds.
extension MissingCall {
  var lines: [String] {
    let callCounts = instance?.state.callCounts ?? [:]
    let hasEarlier = callCounts[function.name, default: 0] > 0
    let (verb, missing) =
      switch wait {
      case .nextCall: ("nextCall", "\(hasEarlier ? "further " : "")call of \(function) was made")
      case .heldCall(let condition):
        ("next()", "call of \(function)" + (condition.map { " " + $0 } ?? "") + " was held")
      }
    let length = lengthOfWait(limit)
    let first = "`\(verb)` at \(asked) waited \(length), but no \(missing)."
    guard let instance else { return [first, "The fake no longer exists."] }
    return [first] + heldLines(instance.heldCalls)
      + lines(about: instance.newestCalls(20) { _ in true }, of: callCounts.values.reduce(0, +))
  }

  /// Returns lines about the calls that were made instead.
  ///
  /// - Parameters:
  ///   - calls: The newest calls.
  ///   - total: The number of all calls.
  private func lines(about calls: [CallRecord<[Any?], Any?>], of total: Int) -> [String] {
    if calls.isEmpty { return ["No function of this fake was called."] }
    let earlier = total - min(calls.count, 20)
    let latest = calls.suffix(20).map { record in
      // If a call of the function was not held, another stub has responded to it.
      let isOver = record.function == function.name && record.duration != nil
      let stub = isOver ? record.stub : nil
      return function.with(record.function).shortCall(record.arguments) + " " + record.outcomeText()
        + (stub.map { ", stubbed at \($0)" } ?? "") + calledAt(record.callSite)
    }
    return ["Called:"] + (earlier > 0 ? ["… \(earlier) earlier"] : []) + latest
  }
}

/// Returns the length of a wait of the current task: `30 s`, or `until no task could run` on a scheduler, which ends
/// the wait at that time.
package func lengthOfWait(_ limit: Duration) -> String {
  CurrentScheduler.current == nil ? limit.formattedShort : "until no task could run"
}

/// Returns lines about the calls that wait for the test while the test waits for something else.
package func heldLines(_ calls: [String]) -> [String] {
  calls.isEmpty ? [] : ["Held, and not resumed:"] + abridged(calls)
}

/// Returns the lines about calls that ended because the test did not resume them.
///
/// - Parameters:
///   - calls: The calls.
///   - function: Their function.
///   - end: Their end.
///   - returned: The number of calls that `next()` has returned.
///   - unreturned: The number of `calls` that `next()` has not returned.
func linesOfStillHeld(
  _ calls: [String], of function: FunctionLabel, _ end: HeldCallEnd, _ returned: Int,
  _ unreturned: Int
) -> [String] {
  let lines = [
    "\(plural(calls.count, "call")) of \(function) \(calls.count == 1 ? "was" : "were") still held "
      + "\(end.moment): \(abridged(calls).joined(separator: ", ")).",
    "Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or "
      + "`call.resume(throwing: …)`.",
  ]
  guard unreturned > 0, returned > 0 else { return lines }
  return lines + [
    "The test asked for \(returned) of the \(plural(returned + unreturned, "call")) with `next()`. If it expects "
      + "no more, the code under test makes \(plural(unreturned, "call")) too many."
  ]
}

extension HeldCallEnd {
  func lines(ofResuming call: String, at site: SourceLine) -> [String] {
    switch self {
    case .resumed(let earlier):
      [
        "\(call) was resumed twice: at \(earlier) and at \(site).",
        "A call can end only once. To get the next call, write `let call = try await held.next()`.",
      ]
    case .cancelled:
      [
        "\(call) cannot be resumed at \(site): its task was canceled, and it threw "
          + "`CancellationError`.",
        "If such calls should wait for the test anyway, write `hold(…, cancellation: .ignored)`.",
      ]
    default:
      [
        "\(call) cannot be resumed at \(site): it was released \(moment).",
        "Resume it before that.",
      ]
    }
  }

  /// The time of the end, as in `at the end of the test`.
  var moment: String {
    switch self {
    case .resumed(let site): "at \(site)"
    case .cancelled: "when its task was canceled"
    case .expired(let limit): "after \(limit.formattedShort)"
    case .tornDown: "when the fake was torn down"
    case .stubsReset: "when the fake's stubs were reset"
    case .scopeEnded: "at the end of the test"
    }
  }
}
