import Faked

/// The time of a call as the number of functions, living fakes, or parameters grows.
var scaleRows: [Row] {
  [1, 8, 64].map { functions in
    Row(
      name: "functions a fake: \(functions)", count: 100_000,
      subject: { count in
        let fake = ManyFunctionsFake()
        for function in 0..<functions - 1 { fake.when("function \(function)") { _, _ in 0 } }
        fake.when(\.last) { _, number in number }
        return nanoseconds(count) { use(try? fake.last("key", $0)) }
      }, reference: byHand)
  }
    + [1, 100, 10_000].map { fakes in
      Row(
        name: "live fakes, string identity: \(fakes)", count: 100_000,
        subject: { count in
          let all = (0..<fakes).map { _ in StringFake() }
          defer { for fake in all { fake.tearDown() } }
          for fake in all { fake.when(\.send) { _, number in number } }
          let senders = all.map { hidden($0) }
          return nanoseconds(count) { use(try? senders[$0 % fakes].send("key", $0)) }
        },
        reference: { count in
          let all = (0..<fakes).map { _ in HandWritten() }
          for fake in all { fake.when { _, number in number } }
          let senders = all.map { hidden($0) }
          return nanoseconds(count) { use(try? senders[$0 % fakes].send("key", $0)) }
        })
    }
    + [
      Row(
        name: "parameters: 0", count: 100_000,
        subject: { count in
          let fake = WideFake()
          fake.when(\.p0) { 1 }
          return nanoseconds(count) { _ in use(try? fake.handleCall(\.p0)) }
        }, reference: byHand),
      Row(
        name: "parameters: 1", count: 100_000,
        subject: { count in
          let fake = WideFake()
          fake.when(\.p1) { $0 }
          return nanoseconds(count) { use(try? fake.handleCall(\.p1, $0)) }
        }, reference: byHand),
      Row(
        name: "parameters: 4", count: 100_000,
        subject: { count in
          let fake = WideFake()
          fake.when(\.p4) { first, _, _, _ in first }
          return nanoseconds(count) { use(try? fake.handleCall(\.p4, $0, 2, 3, 4)) }
        }, reference: byHand),
      Row(
        name: "parameters: 8", count: 100_000,
        subject: { count in
          let fake = WideFake()
          fake.when(\.p8) { first, _, _, _, _, _, _, _ in first }
          return nanoseconds(count) { use(try? fake.handleCall(\.p8, $0, 2, 3, 4, 5, 6, 7, 8)) }
        }, reference: byHand),
    ]
}
