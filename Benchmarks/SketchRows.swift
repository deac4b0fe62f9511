/// The published design next to this one, to compare how they scale.
var sketchRows: [Row] {
  [100, 1_000, 4_000].map { calls in
    Row(
      name: "published sketch, \(calls) calls", count: calls,
      subject: { count in
        Sketch.when("instance", "send") { count, _ in count }
        defer { Sketch.tearDown("instance") }
        return nanoseconds(count) { number in
          use(Sketch.call("instance", "send", "key", number) as Int?)
        }
      }, reference: byHand)
  }
}
