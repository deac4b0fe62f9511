/// What there is to say of a fake at the end of its scope, or when it ends before: texts only.
struct FakeSummary: Sendable {
  let fake: String
  /// Stubs that answered no call.
  let unused: [StubSummary]
  let callCount: Int
  /// Whether it has the texts of the calls.
  let hasCalls: Bool
  let calls: [CallText]
}

/// One call as a transcript shows it, or that calls before it are left out.
package struct CallText: Sendable {
  package let index: UInt64
  package let text: String
  /// How many calls are left out here; nil for a call.
  package var leftOut: Int?
}

extension FakeInstance {
  /// Reads a fake; for its last calls it runs the `description` of their arguments, so under no lock.
  func summary(lastCalls: Int) -> FakeSummary {
    let (stubs, count, kept, functions) = state.withLock { state in
      (
        state.functions.map { $0.stubs(onlyUnused: true) },
        state.functions.reduce(0) { $0 + $1.callCount },
        state.functions.reduce(0) { $0 + $1.callCount(before: .max) },
        state.functions.map { ($0.label, lastCalls > 0 ? $0.anyRecords(last: lastCalls) : nil) }
      )
    }
    let calls = functions.flatMap { label, records in (records?() ?? []).map { (label, $0) } }
      .sorted { $0.1.index < $1.1.index }
      .suffix(lastCalls)
    let fake = functions.first?.0.owner ?? "a fake"
    let leftOut = kept - calls.count
    var texts = calls.map { label, record in
      CallText(index: record.index, text: label.call(record.arguments) + " " + record.ending)
    }
    if leftOut > 0, let first = texts.first {
      let text = "… \(plural(leftOut, "earlier call")) of \(fake)"
      texts.insert(CallText(index: first.index - 1, text: text, leftOut: leftOut), at: 0)
    }
    return FakeSummary(
      fake: fake, unused: stubs.joined().map { $0() }, callCount: count, hasCalls: lastCalls > 0,
      calls: texts)
  }

  /// The calls that are under way, as far as they are kept.
  var pendingCalls: [CallText] {
    let functions = state.withLock { state in
      state.functions.map { ($0.label, $0.anyRecords(last: FakedScope.mostCalls)) }
    }
    return functions.flatMap { label, records in
      records().compactMap { record in
        guard case .pending = record.outcome else { return nil }
        return CallText(index: record.index, text: label.call(record.arguments))
      }
    }
  }
}
