import Dispatch
import Faked
import Foundation

/// Returns the time of a call of a fake by the code under test, in nanoseconds.
private func calls(of fake: any Sender, _ count: Int) -> Double {
  let sender = hidden(fake)
  return nanoseconds(count) { use(try? sender.send("key", $0)) }
}

/// Measures one handwritten call, with a separate history for each sample.
func byHand(_ count: Int) -> Double {
  let fake = HandWritten()
  fake.when { _, number in number }
  return calls(of: fake, count)
}

private func typed(_ count: Int) -> Double {
  let fake = TokenFake()
  fake.when(\.send) { _, number in number }
  return calls(of: fake, count)
}

/// Returns the time of one call of an async body, in nanoseconds. Blocks this thread until all calls end.
func asyncNanoseconds(
  _ count: Int, _ body: @escaping @Sendable (Int) async -> Void
) -> Double {
  let result = Captured(0.0)
  let done = DispatchSemaphore(value: 0)
  Task {
    let clock = ContinuousClock()
    let start = clock.now
    for number in 0..<count { await body(number) }
    result.value = (clock.now - start).nanoseconds / Double(count)
    done.signal()
  }
  done.wait()
  return result.value
}

var callRows: [Row] {
  [
    Row(
      name: "typed call, token identity", target: 5, debugTarget: 10, count: 100_000,
      subject: typed,
      reference: byHand),
    Row(
      name: "typed call, 1,000 calls of history", target: 5, count: 1_000, subject: typed,
      reference: byHand),
    Row(
      name: "typed call, 1,000,000 calls of history", target: 5, count: 1_000_000, subject: typed,
      reference: byHand),
    Row(
      name: "typed call, string identity", count: 100_000,
      subject: { count in
        let fake = StringFake()
        defer { fake.tearDown() }
        fake.when(\.send) { _, number in number }
        return calls(of: fake, count)
      }, reference: byHand),
    Row(
      name: "typed call, default identity", count: 100_000,
      subject: { count in
        let fake = ObjectFake()
        fake.when(\.send) { _, number in number }
        return calls(of: fake, count)
      }, reference: byHand),
    Row(
      name: "untyped call (String ID)", target: 10, count: 100_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.named) { count, _ in count }
        return nanoseconds(count) { use(try? fake.named("key", $0)) }
      }, reference: byHand),
    Row(
      name: "typed call with a condition", count: 100_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.send, matching: .equal("key"), .any).then { _, arguments in arguments.1 }
        return calls(of: fake, count)
      }, reference: byHand),
    Row(
      name: "typed call, third of three conditions", count: 100_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.send, matching: .equal("key"), .any).then { _, arguments in arguments.1 }
        fake.when(\.send, matching: .equal("other"), .any).thenReturn(1)
        fake.when(\.send, matching: .equal("third"), .any).thenReturn(2)
        return calls(of: fake, count)
      }, reference: byHand),
    Row(
      name: "typed call, counts only", count: 100_000,
      subject: { count in
        let fake = TokenFake()
        fake.history = .last(0)
        fake.when(\.send) { _, number in number }
        return calls(of: fake, count)
      }, reference: byHand),
    Row(
      name: "typed async call", count: 100_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.load) { _, number in number }
        return asyncNanoseconds(count) { use(try? await fake.load("key", $0)) }
      },
      reference: { count in
        let fake = HandWritten()
        fake.when { _, number in number }
        return asyncNanoseconds(count) { use(try? await fake.sendAsync("key", $0)) }
      }),
    mutexRow,
  ]
}

/// The part of the ratio that is due to the choice of lock.
private var mutexRow: Row {
  Row(
    name: "by hand with Mutex, for comparison", count: 100_000,
    subject: { count in
      #if canImport(Synchronization)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
          let fake = HandWrittenWithMutex()
          fake.when { _, number in number }
          return calls(of: fake, count)
        }
      #endif
      return .nan
    }, reference: byHand)
}
