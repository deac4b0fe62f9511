import Testing

/// The calls of all fakes of a failed test, in order, with arguments, outcome, duration and behavior.
enum Transcript {
  static func show(_ report: ScopeReport, of test: String) {
    guard !report.calls.isEmpty || !report.untold.isEmpty else { return }
    let text = text(of: report, in: test)
    #if compiler(>=6.2)
      if Test.current != nil { Attachment.record(text, named: "calls.txt") }
    #endif
    StandardError.print(text)
  }

  static func text(of report: ScopeReport, in test: String) -> String {
    let lines = report.calls.sorted { $0.index < $1.index }.enumerated().map { number, call in
      "  call \(number + 1): \(call.text)"
    }
    let untold = report.untold.sorted { $0.key < $1.key }.map { fake, count in
      "  not shown: \(calls(count)) of \(fake), which ended before the test failed"
    }
    return (["Calls of all fakes in \(test):"] + lines + untold).joined(separator: "\n")
  }
}
