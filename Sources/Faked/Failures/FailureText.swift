// The texts of all failures. A text says what happened, and then what to do.
extension FakeFailure {
  var message: String { lines.joined(separator: "\n  ") }

  /// The lines of the message: the first says what happened, the others give details and advice.
  private var lines: [String] {
    switch self {
    case .unstubbed(let call): return call.lines
    case .unfinishedChain(let function, let chain):
      return [
        "No stub responds to \(function): the chain (\(chain)) has no response.",
        "Add a response: `.thenReturn(…)`, `.thenThrow(…)` or `.then { … }`.",
      ]
    case .asyncResponse(let function, let stub, let isHeld):
      let (state, instead) =
        isHeld
        ? ("is held", "remove the hold")
        : ("is stubbed with an async behavior", "stub it with a behavior without `await`")
      return [
        "\(function) \(state)\(at(stub)), but its method cannot wait.",
        "Forward the call with `try await handleAsyncCall(…)`, or \(instead).",
      ]
    case .resultMismatch(let function, let result, let wanted, let stub):
      let type = readableType(wanted)
      return [
        "\(function) returns \(type), but its behavior\(at(stub)) returned \(typed(result)).",
        "Return a value of type \(type) from the behavior.",
      ]
    case .unfitRecording(let function, let failure):
      return [
        "The recording of \(function) contains an error that the function can't throw: it throws only "
          + "\(readableType(failure)).",
        "Record it again with FAKED_RECORD=all.",
      ]
    case .recording(let error): return [error.message]
    case .afterEnd(let test, let function, let cause):
      return [
        "\(function) was called after the end of its test\(test.map { ", " + $0 } ?? "").",
        "Either code that the test started is still running, or another test uses the same fake. Await the tasks of "
          + "the test before it ends, or cancel them. Create a separate fake in each test.",
      ] + cause.lines
    case .sharedName(let function, let sites):
      return [
        "\(function) is forwarded from \(sites.map(\.description).joined(separator: " and from ")): "
          + "overloads share that name.",
        "Give each its own ID: `let addInt = \"addInt\"`, then "
          + "`handleCall(\\.addInt, params: …)`.",
      ]
    case .missingParameter(let parameter):
      return ["\(parameter) does not exist: \(parameter.existing)."]
    case .parameterMismatch(let parameter, let value, let wanted):
      return ["\(parameter) was \(typed(value)), not \(readableType(wanted))."]
    case .missingCall(let call): return call.lines
    case .holdEnded(let function, let hold, let end, let asked):
      return [
        "`next()` at \(asked) returns no call of \(function): the hold ended \(end.moment).",
        "The hold is at \(hold). Hold the calls again: `let held = fake.hold(…)`.",
      ]
    case .noHistory(let function, let asked):
      return [
        "\(function) keeps no calls to wait for at \(asked): `history` is `.last(0)`.",
        "Set `history` to `.last(1)` or more.",
      ]
    case .stillHeld(let function, let calls, let end, let returned, let unreturned):
      return linesOfStillHeld(calls, of: function, end, returned, unreturned)
    case .resumedAfterEnd(let function, let call, let end, let site):
      return end.lines(ofResuming: "\(function.owner).\(call)", at: site)
    case .clockMovedBackward(let now, let target):
      return [
        "A fake clock can't move backward, from \(now.offset) to \(target.offset).",
        "Advance it by zero or more, or to a time in the future.",
      ]
    case .noSleep(let limit):
      return [
        "No task slept on the fake clock within \(limit.formattedShort), so there was nothing to advance to.",
        "Give the clock to the code under test, or make the test deterministic: @Test(.deterministic).",
      ]
    case .noNextSleep(let limit, let site):
      return [
        "`nextSleep` at \(site) waited \(lengthOfWait(limit)), but no task slept on the fake clock.",
        "Give the clock to the code under test, and start the work that sleeps before `nextSleep`.",
      ]
    case .endlessSleeps(let count):
      return [
        "A task still slept on the fake clock after \(count) sleeps.",
        "Use `advance(by:)` for work that repeats forever.",
      ]
    case .sleepsLeft(let sleeps, let now):
      let tasks = sleeps.count == 1 ? "A task still sleeps" : "\(sleeps.count) tasks still sleep"
      return ["\(tasks) on a fake clock at the end of the test. Its time is \(now.offset)."]
        + abridged(sleeps.map(\.description)) + ["Advance the clock, or cancel the task."]
    case .unseenErrors(let count, let first): return first.lines(of: count)
    case .property(let failure, let fake): return failure.lines(of: readable(fake))
    case .properties(let failures, let checked, let fake):
      return failures.lines(checked: checked, of: readable(fake))
    }
  }
}

/// Returns the first texts of a list, and a last one that counts the others: `… and 3 more`.
///
/// - Parameters:
///   - texts: The texts. A lazy collection creates only those that are shown.
///   - limit: The maximum number of texts to show.
///   - total: The number of elements, if `texts` has only the first of them.
///   - more: Returns the text for the number of elements that are left out.
package func abridged(
  _ texts: some Collection<String>, to limit: Int = 20, of total: Int? = nil,
  more: (Int) -> String = { "\($0) more" }
) -> [String] {
  let shown = Array(texts.prefix(limit))
  let left = (total ?? texts.count) - shown.count
  return left > 0 ? shown + ["… and \(more(left))"] : shown
}

private func at(_ site: SourceLine?) -> String { site.map { " (\($0))" } ?? "" }

/// Returns the site of a call as it follows the call in a text, or nothing if it was not captured.
package func calledAt(_ site: CallSite?) -> String { site.map { ", called \($0.phrase)" } ?? "" }

/// Returns a value with its type, as in `3 of type Int`.
func typed(_ value: Any?) -> String {
  guard let value = unwrappingOptionals(value) else { return "nil" }
  return "\(readable(value)) of type \(readableType(type(of: value)))"
}

// Stubs.
extension StubSummary {
  var description: String { "\(function.name)\(condition.map { " " + $0() } ?? "") (\(site))" }

  /// The warning about a stub that no call used.
  var unusedText: String {
    guard hasResponses else {
      return "\(function): this chain has no response. Add `.thenReturn(…)` or another response."
    }
    return "\(function): no call used this stub\(condition.map { " for " + $0() } ?? "")."
  }
}

extension UnseenError {
  /// The lines about a number of calls of the function, of which this one was the first.
  fileprivate func lines(of count: Int) -> [String] {
    let calls = isUnstubbed ? "unstubbed call" : "call"
    let head =
      switch (count, isUnstubbed) {
      case (1, true): "An unstubbed call threw an error that did not fail the test."
      case (1, false): "A call of a fake threw an error that did not fail the test."
      default:
        "\(count) \(calls)s of \(function) threw errors that did not fail the test. The first:"
      }
    let advice = "If the test expects an error, stub the call with `.thenThrow(…)`."
    return [head, error.message] + (isUnstubbed ? [advice] : [])
  }
}

// Parameters.
extension ParameterPosition: CustomStringConvertible {
  var description: String { (function.map { "\($0): " } ?? "") + "params[\(index)]" }

  fileprivate var existing: String {
    switch count {
    case 0: "the call had no parameters"
    case 1: "the call had 1 parameter, params[0]"
    default: "the call had \(count) parameters, params[0] to params[\(count - 1)]"
    }
  }
}

/// The functions of a test framework that this module needs. FakedTesting makes `TestProcess` conform.
package protocol TestFrameworkFunctions {
  /// Records a failure for the test that runs now, or for the whole run.
  static func record(_ message: String, at site: SourceLine)
  /// Returns the description of a value for tests, or `nil` if its type has none.
  static func testDescription(of value: Any) -> String?
}

/// The test framework of the process. This module imports none, so it looks for the conformance at run time.
package enum TestProcess {
  private static var framework: (any TestFrameworkFunctions.Type)? {
    (Self.self as Any) as? any TestFrameworkFunctions.Type
  }

  /// Records a failure that belongs to no scope. Stops the process if there is no test framework.
  static func report(_ message: String, at site: SourceLine) {
    guard let framework else { fatalError(message) }
    framework.record(message, at: site)
  }

  /// Returns the description of a value for tests, or `nil` if it has none.
  static func description(of value: Any) -> String? { framework?.testDescription(of: value) }
}
