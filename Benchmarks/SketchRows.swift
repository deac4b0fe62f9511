/// The published design beside this one, for the shape of the curve.
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
