import Faked
import Foundation

/// The time to create, stub, call, and release a fake, and the memory that it leaves behind.
var lifecycleRows: [Row] {
  [
    Row(
      name: "life of a fake, FakeInstance", target: 2_000, count: 100_000,
      subject: { count in nanoseconds(count) { tokenLife($0) } }),
    Row(
      name: "life of a fake, default identity", target: 2_000, count: 100_000,
      subject: { count in nanoseconds(count) { objectLife($0) } }),
    Row(
      name: "life of a fake, string identity, without the UUID", target: 2_000, count: 20_000,
      subject: { count in
        let uuids = nanoseconds(count) { _ in use(UUID().description) }
        return nanoseconds(count) { stringLife($0) } - uuids
      }),
    Row(
      name: "bytes a dead fake keeps, FakeInstance", target: 0, unit: .bytes, count: 100_000,
      subject: { count in kept(count) { tokenLife($0) } }),
    Row(
      name: "bytes a dead fake keeps, default identity, swept", target: 0, unit: .bytes,
      count: 100_000,
      subject: { count in
        kept(count) {
          objectLife($0)
        } end: {
          FakedFunctionHolder.sweep()
        }
      }),
    Row(
      name: "bytes a dead fake keeps, string, torn down", target: 0, unit: .bytes, count: 100_000,
      subject: { count in kept(count) { stringLife($0) } }),
  ]
}

private func tokenLife(_ number: Int) {
  let fake = TokenFake()
  fake.when(\.send) { _, number in number }
  use(try? fake.send("key", number))
}

private func objectLife(_ number: Int) {
  let fake = ObjectFake()
  fake.when(\.send) { _, number in number }
  use(try? fake.send("key", number))
}

private func stringLife(_ number: Int) {
  let fake = StringFake()
  fake.when(\.send) { _, number in number }
  use(try? fake.send("key", number))
  fake.tearDown()
}

/// Returns the number of bytes that one operation leaves behind, after a first run that fills caches.
private func kept(
  _ count: Int, _ body: (Int) -> Void, end: () -> Void = {}
) -> Double {
  for number in 0..<count { body(number) }
  end()
  guard let before = allocatedBytes() else { return .nan }
  for number in 0..<count { body(number) }
  end()
  guard let after = allocatedBytes() else { return .nan }
  return (Double(max(0, after - before)) / Double(count)).rounded()
}
