import Faked

/// The list of all calls of a failed test, in order, with arguments, outcome, duration, and stub.
package enum Transcript {
  static func show(_ report: ScopeReport, of test: String) {
    guard !report.summary.calls.isEmpty || !report.summary.callsNotShown.isEmpty else { return }
    let text = text(of: report, in: test)
    TestAttachment.record(text, named: "calls.txt")
    StandardError.print(text)
  }

  /// Returns at most a megabyte of text. If there are more calls, it shows the last ones, which are nearest to the
  /// failure.
  ///
  /// The numbers of the calls are the same as in failed checks: they count the calls of all fakes.
  package static func text(of report: ScopeReport, in test: String) -> String {
    let calls = report.summary.calls.sorted { $0.index < $1.index }
    var room = 1_000_000
    let shown = calls.reversed().prefix { call in
      room -= call.text.utf8.count + 20
      return room > 0
    }.count
    let leftOut = calls.dropLast(shown).reduce(0) { $0 + ($1.leftOut ?? 1) }
    let earlier = leftOut > 0 ? ["  … \(leftOut) earlier"] : []
    let lines = calls.suffix(shown).map { call in
      call.leftOut == nil ? "  call \(call.number): \(call.text)" : "  \(call.text)"
    }
    let notShown = report.summary.callsNotShown.sorted { $0.key < $1.key }.map { fake, count in
      "  not shown: \(FakedTesting.calls(count)) of \(fake), which ended before the test"
    }
    return (["Calls of all fakes in \(test):"] + earlier + lines + notShown).joined(separator: "\n")
  }
}
