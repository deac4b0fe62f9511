import Faked

/// The cost of a call in a scope, which captures the line that made it.
var scopeRows: [Row] {
  [
    Row(
      name: "typed call in a scope, with its call site", target: 3_000, count: 100_000,
      subject: { count in
        inScope { fake in nanoseconds(count) { use(try? fake.send("key", $0)) } }
      }),
    Row(
      name: "typed call in a scope, without call sites", count: 100_000,
      subject: { count in
        inScope(capturesCallSites: false) { fake in
          nanoseconds(count) { use(try? fake.send("key", $0)) }
        }
      }),
    Row(
      name: "async call in a scope, with its call site", target: 3_000, count: 100_000,
      subject: { count in
        inScope { fake in
          asyncNanoseconds(count) { use(try? await fake.load("key", $0)) }
        }
      }),
    Row(
      name: "bytes a recorded call in a scope, above its arguments", target: 230, unit: .bytes,
      count: 1_000_000,
      subject: { count in
        inScope { fake in
          guard let before = allocatedBytes() else { return .nan }
          for number in 0..<count { use(try? fake.send("key", number)) }
          guard let after = allocatedBytes() else { return .nan }
          return Double(after - before) / Double(count) - Double(MemoryLayout<(String, Int)>.size)
        }
      }),
  ]
}

/// Runs code with a stubbed fake in a separate scope.
private func inScope(capturesCallSites: Bool = true, _ body: (TokenFake) -> Double) -> Double {
  let scope = TestScope(
    "benchmark", capturesCallSites: capturesCallSites,
    reporter: .init(now: { _ in true }, late: { _ in }, note: { _ in }))
  return TestScope.$current.withValue(scope) {
    let fake = TokenFake()
    fake.when(\.send) { _, number in number }
    fake.when(\.load) { _, number in number }
    defer { fake.tearDown() }
    return body(fake)
  }
}
