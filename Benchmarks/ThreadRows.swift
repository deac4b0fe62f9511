import Faked
import Foundation

/// The throughput that a second thread gains, with separate fakes and with a shared fake.
var threadRows: [Row] {
  [
    Row(
      name: "gain of two threads with a fake each, of that by hand", target: 0.9, unit: .gain,
      count: 200_000,
      subject: { count in
        gain(count) {
          let fake = TokenFake()
          fake.when(\.send) { _, number in number }
          return { use(try? fake.send("key", $0)) }
        }
      },
      reference: { count in
        gain(count) {
          let fake = HandWritten()
          fake.when { _, number in number }
          return { use(try? fake.send("key", $0)) }
        }
      }),
    Row(
      name: "counts lost by two threads on one fake", target: 0, unit: .calls, count: 200_000,
      subject: { count in
        let fake = TokenFake()
        fake.when(\.send).then { count, _ in count }
        let body: @Sendable (Int) -> Void = { use(try? fake.send("key", $0)) }
        _ = seconds(threads: [body, body], count)
        return Double(2 * count - fake.invocationCount(of: \.send))
      }),
  ]
}

/// Returns the throughput of two threads relative to one thread.
private func gain(_ count: Int, _ make: () -> @Sendable (Int) -> Void) -> Double {
  let one = seconds(threads: [make()], count)
  let two = seconds(threads: [make(), make()], count)
  return 2 * one / two
}

private func seconds(threads bodies: [@Sendable (Int) -> Void], _ count: Int) -> Double {
  let done = DispatchSemaphore(value: 0)
  let start = ContinuousClock.now
  for body in bodies {
    Thread.detachNewThread {
      for number in 0..<count { body(number) }
      done.signal()
    }
  }
  for _ in bodies { done.wait() }
  return (ContinuousClock.now - start).nanoseconds / 1e9
}
