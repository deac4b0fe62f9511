/// A call in the list of a failure.
struct ListedCall {
  let index: UInt64
  /// The differences from the expected call, or another remark.
  var note = ""
}

// The lists of calls in the texts of failed checks.
extension CheckFailure {
  static func misses(_ evidence: CheckEvidence, _ limit: Int) -> [ListedCall] {
    evidence.comparison?.nearestMisses(limit, of: evidence.function).map {
      ListedCall(index: $0, note: $1.joined(separator: "; "))
    } ?? []
  }

  static func list(_ calls: [ListedCall], of fake: CheckedFake, total: Int) -> [String] {
    list(calls.map { (fake, $0) }, total: total)
  }

  /// Returns one line for each call, with a remark and its site in separate columns. Calls of several fakes name
  /// their fakes.
  static func list(_ calls: [(CheckedFake, ListedCall)], total: Int) -> [String] {
    let fakes = Set(calls.map(\.0.instance))
    // A scope numbers the calls of all its fakes.
    let indices =
      fakes.count > 1 && fakes.contains { $0.state.scope == nil }
      ? fakes.flatMap { $0.state.map { $0.indices() }.joined() }.sorted() : []
    let rows = calls.compactMap { fake, call -> [String]? in
      guard let record = fake.instance.call(at: call.index) else { return nil }
      let label = fake.label(record.function)
      let text =
        fakes.count > 1 ? label.call(record.arguments) : label.shortCall(record.arguments)
      let number = indices.firstIndex(of: call.index).map { $0 + 1 } ?? record.number
      return ["call \(number): \(text)", call.note, record.site ?? ""]
    }
    return abridged(lines(of: rows), of: total) { plural($0, "more call") }
  }

  /// Returns the rows of a table as lines, with 4 spaces between the columns.
  ///
  /// A cell that is very wide doesn't widen its column for the other rows.
  private static func lines(of rows: [[String]]) -> [String] {
    let widest = 100
    let widths = (0..<3).map { column -> Int in
      let counts: [Int] = rows.map { $0[column].count }
      return counts.filter { $0 <= widest }.max() ?? 0
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      return zip(row, widths).prefix(last).reduce("") { line, cell in
        let (text, width) = cell
        return width == 0 && text.isEmpty ? line : line + text.padded(to: width) + "    "
      } + row[last]
    }
  }

  /// Returns the calls of the fake, for a function that was not called.
  static func otherCalls(_ evidence: CheckEvidence) -> [String] {
    let state = evidence.fake.instance.state
    let counts = state.callCounts.filter { $0.value > 0 }
    guard !counts.isEmpty else {
      let since =
        switch state.discard {
        case .tearDown: " since it was torn down"
        case .reset: " since `resetCalls()`"
        case nil: ""
        }
      return ["No function of this fake was called\(since)."]
    }
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(plural($0.value, "time"))" }
    let called = abridged(list).joined(separator: ", ")
    return ["Called: \(called)." + advice(for: evidence, counts)]
  }

  private static func advice(for evidence: CheckEvidence, _ counts: [String: Int]) -> String {
    let function = evidence.function
    if counts[function.name] != nil {
      return " \"\(function.name)\" was called under an ID of another type. Verify the ID that the "
        + "method calls."
    }
    // The compiler checks the names of typed IDs.
    let names = evidence.fake.instance.state.map { $0 is NamedFunction ? $0.name : nil }
    return nearestName(to: function.name, among: names.compactMap { $0 }).map {
      " Did you mean \"\($0)\"?"
    } ?? ""
  }

  /// Returns the latest call of another function with the same arguments: often the test has the wrong ID.
  ///
  /// The arguments are compared by their texts, so no `==` runs. Examines the last 50 calls of each function.
  static func sameArguments(as wanted: [String]?, _ evidence: CheckEvidence) -> [String] {
    guard let wanted, !wanted.isEmpty else { return [] }
    // Two long values may have the same text where they are truncated.
    if wanted.contains(where: { $0.contains("…") }) { return [] }
    let others = evidence.fake.instance.newestCalls(50) { $0 != evidence.function.name }
    guard let other = others.last(where: { $0.arguments.map { readable($0) } == wanted }) else {
      return []
    }
    return list([ListedCall(index: other.index)], of: evidence.fake, total: 1).map {
      "Another function got these arguments: \($0)"
    }
  }

  /// Returns the latest such call of another fake of the same type: often the test checks the wrong fake.
  static func callsOfOthers(_ evidence: CheckEvidence) -> [String] {
    let wanted = evidence.comparison?.wantedArguments
    if evidence.comparison != nil, wanted == nil { return [] }
    // Two long values may have the same text where they are truncated.
    if wanted?.contains(where: { $0.contains("…") }) == true { return [] }
    let found = evidence.fake.others.lazy.compactMap { other -> (CheckedFake, ListedCall)? in
      let calls = other.instance.newestCalls(50) { $0 == evidence.function.name }
      let call = calls.last { wanted == nil || $0.arguments.map { readable($0) } == wanted }
      return call.map { (other, ListedCall(index: $0.index)) }
    }
    return found.prefix(3).flatMap { other, call in
      list([call], of: other, total: 1).map { "\(other.owner) received \($0)" }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
