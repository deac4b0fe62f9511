import Faked

/// What a recorded call keeps, and what it costs to look for calls.
var memoryRows: [Row] {
  [
    Row(
      name: "bytes a recorded call, above its arguments", target: 150, unit: .bytes,
      count: 1_000_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.send) { _, number in number }
        guard let before = allocatedBytes() else { return .nan }
        for number in 0..<count { use(try? fake.send("key", number)) }
        guard let after = allocatedBytes() else { return .nan }
        use(fake)
        return Double(after - before) / Double(count) - Double(MemoryLayout<(String, Int)>.size)
      }),
    Row(
      name: "matching 10,000 recorded calls", target: 4, count: 10_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.send) { _, number in number }
        for number in 0..<count {
          use(try? fake.send(number.isMultiple(of: 3) ? "a" : "b", number))
        }
        let condition = Condition(Matcher<String>.equal("a"), Matcher<Int>.range(100...))
        return nanoseconds(10) { _ in use(fake.matching(condition)) } / Double(count)
      },
      reference: { count in
        let fake = HandWritten()
        fake.when { _, number in number }
        for number in 0..<count {
          use(try? fake.send(number.isMultiple(of: 3) ? "a" : "b", number))
        }
        return nanoseconds(10) { _ in
          use(fake.arguments.filter { $0.0 == "a" && $0.1 >= 100 }.count)
        } / Double(count)
      }),
  ]
}

extension TokenFake {
  /// The calls of `send` that meet a condition, as a verification counts them.
  fileprivate func matching(_ condition: Condition<(String, Int)>) -> Int {
    matchingCalls(
      FunctionState<(String, Int), Int, any Error>.self, named: send.name, condition
    ).matched.count
  }
}
