import Faked

/// The memory of a recorded call, and the time to find calls.
var memoryRows: [Row] {
  [
    recordRow("bytes a recorded call, above its arguments", MemoryLayout<(String, Int)>.size) {
      _ = try? $0.send("key", $1)
    },
    recordRow("bytes a recorded call by a String ID", MemoryLayout<(Any?, Any?)>.size) {
      _ = try? $0.named("key", $1)
    },
    matchingRow("10,000 recorded calls against equal values") {
      Condition(equal: "a", 300)
    } byHand: {
      $0 == "a" && $1 == 300
    },
    matchingRow("10,000 recorded calls against matchers") {
      Condition(.equal("a"), .range(100...))
    } byHand: {
      $0 == "a" && $1 >= 100
    },
  ]
}

/// Measures the memory of a recorded call, without the bytes of its arguments.
private func recordRow(
  _ name: String, _ arguments: Int, _ call: @escaping (TokenFake, Int) -> Void
) -> Row {
  Row(
    name: name, target: 150, unit: .bytes, count: 1_000_000,
    subject: { count in
      let fake = TokenFake()
      fake.when(\.send) { _, number in number }
      fake.when(\.named) { count, _ in count }
      guard let before = allocatedBytes() else { return .nan }
      for number in 0..<count { call(fake, number) }
      guard let after = allocatedBytes() else { return .nan }
      use(fake)
      return Double(after - before) / Double(count) - Double(arguments)
    })
}

/// Measures the time to find the calls that a verification counts, among 10,000 calls.
private func matchingRow(
  _ name: String, _ condition: @escaping () -> Condition<(String, Int)>,
  byHand: @escaping (String, Int) -> Bool
) -> Row {
  let key = { (number: Int) in number.isMultiple(of: 3) ? "a" : "b" }
  return Row(
    name: name, target: 20, count: 10_000,
    subject: { count in
      let fake = TokenFake()
      fake.when(\.send) { _, number in number }
      for number in 0..<count { use(try? fake.send(key(number), number)) }
      let condition = condition()
      return nanoseconds(10) { _ in use(fake.matching(condition)) } / Double(count)
    },
    reference: { count in
      let fake = HandWritten()
      fake.when { _, number in number }
      for number in 0..<count { use(try? fake.send(key(number), number)) }
      return nanoseconds(10) { _ in
        use(fake.arguments.filter { byHand($0.0, $0.1) }.count)
      } / Double(count)
    })
}

extension TokenFake {
  /// Returns the calls of `send` that match a condition, like a verification.
  fileprivate func matching(_ condition: Condition<(String, Int)>) -> Int {
    let calls = instance.calls(
      FunctionState<(String, Int), Int>.self, named: send.name
    ).kept
    let mismatches = condition.mismatches
    return calls.withUnsafeBufferPointer { calls in
      calls.indices.count { mismatches(calls[$0].arguments) == 0 }
    }
  }
}
