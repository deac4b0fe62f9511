/// A row of the table: an operation of the library next to its handwritten equivalent.
struct Row {
  enum Unit: String {
    case nanoseconds = "ns", bytes = "bytes", calls = "calls", runs = "runs/s", gain = "×"
  }

  let name: String
  /// The maximum of the ratio or, without a ratio, of the value. The minimum for a gain.
  var target: Double?
  var debugTarget: Double?
  var unit = Unit.nanoseconds
  /// The number of operations in one sample.
  let count: Int
  let subject: (_ count: Int) -> Double
  var reference: ((_ count: Int) -> Double)?

  /// Measures both sides alternately, after one round that is ignored.
  func measure(rounds: Int, scale: Int) -> Result {
    let count = max(1, count / scale)
    var own: [Double] = []
    var other: [Double] = []
    for round in 0...rounds {
      let sample = subject(count)
      let otherSample = reference?(count)
      guard round > 0 else { continue }
      own.append(sample)
      if let otherSample { other.append(otherSample) }
    }
    return Result(own: Samples(own), reference: other.isEmpty ? nil : Samples(other))
  }
}

struct Result {
  let own: Samples
  let reference: Samples?
  var ratio: Double? { reference.map { own.median / $0.median } }
}

struct Samples {
  let median: Double
  /// The distance between the quartiles, as a fraction of the median.
  let spread: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted[sorted.count / 2]
    let quartiles = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
    spread = median == 0 ? 0 : quartiles / median
  }
}

/// Returns the time of one of `count` operations, in nanoseconds.
func nanoseconds(_ count: Int, _ body: (Int) -> Void) -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  for number in 0..<count { body(number) }
  return (clock.now - start).nanoseconds / Double(count)
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
