/// What is left to say of a fake when it ends: texts only, for its values are released.
struct FakeSummary: Sendable {
  /// More calls than these of one fake are left out of a transcript.
  static let mostCalls = 200

  let unused: [FakedScope.Finding]
  let calls: [CallText]
}

/// One call as a transcript shows it.
package struct CallText: Sendable {
  package let index: Int
  package let text: String
}

extension FakeInstance {
  /// Reads a fake that is about to end; runs the `description` of its arguments, so under no lock.
  func summary() -> FakeSummary {
    let (unused, snapshots) = functions.withLock { table in
      (
        table.functions.flatMap { $0.unused() },
        table.functions.map { ($0.label, $0.anyCalls(last: FakeSummary.mostCalls)) }
      )
    }
    let calls = snapshots.flatMap { label, records in records().map { (label, $0) } }
      .sorted { $0.1.index < $1.1.index }
    return FakeSummary(
      unused: unused,
      calls: calls.suffix(FakeSummary.mostCalls).map { label, record in
        CallText(index: record.index, text: "\(label)\(record.text)")
      })
  }
}

extension AnyCallRecord {
  /// The call without its function, as in `("abc") returned 3 in 12 µs, taught at StoreTests.swift:7`.
  package var text: String {
    let arguments = "(" + arguments.map(readableAtLength).joined(separator: ", ") + ")"
    let time = duration.map { " in \($0.formattedShort)" } ?? ""
    let cancelled = wasCancelled ? ", cancelled" : ""
    return arguments + " " + ending + time + cancelled
      + (answeredBy.map { ", taught at \($0)" } ?? "")
  }

  /// How it went, as in `returned 3`.
  var ending: String {
    switch outcome {
    case .pending: "is under way"
    case .returned(is Void): "returned"
    case .returned(let value): "returned \(readableAtLength(value))"
    case .threw(let error): "threw \(firstLine(of: error))"
    }
  }
}

private func firstLine(of error: any Error) -> String {
  readable(error).split(separator: "\n").first.map(String.init) ?? ""
}

extension Duration {
  /// Microseconds below a millisecond, milliseconds below a second, then seconds.
  package var formattedShort: String {
    let microseconds =
      Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
    switch microseconds {
    case ..<1_000: return "\(Int(microseconds)) µs"
    case ..<1_000_000: return "\(Int(microseconds / 1_000)) ms"
    default: return "\(Int(microseconds / 100_000) / 10) s"
    }
  }
}
