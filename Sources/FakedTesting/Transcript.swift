import Testing

/// The calls of all fakes of a failed test, in order, with arguments, outcome, duration and behavior.
enum Transcript {
  static func show(_ calls: [CallText], of test: String) {
    guard !calls.isEmpty else { return }
    let text = text(of: calls, in: test)
    #if compiler(>=6.2)
      if Test.current != nil { Attachment.record(text, named: "calls.txt") }
    #endif
    StandardError.print(text)
  }

  static func text(of calls: [CallText], in test: String) -> String {
    let lines = calls.sorted { $0.index < $1.index }.enumerated().map { number, call in
      "  call \(number + 1): \(call.text)"
    }
    return (["Calls of all fakes in \(test):"] + lines).joined(separator: "\n")
  }
}
