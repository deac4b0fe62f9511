/// How often a function is expected to be called: a number, or `.never`, `.atLeast(2)`, `.in(1...3)`.
public struct CallCount: Sendable, Equatable {
  let range: ClosedRange<Int>
  /// What cannot be met however often the function is called; a text for the failure.
  let flaw: String?

  private init(_ lower: Int, _ upper: Int) {
    flaw = lower < 0 || upper < 0 ? "\(min(lower, upper)) calls are fewer than none" : nil
    range = max(0, lower)...max(0, lower, upper)
  }

  public static let never: Self = 0
  public static let once: Self = 1

  public static func exactly(_ count: Int) -> Self { Self(count, count) }
  public static func atLeast(_ count: Int) -> Self { Self(count, .max) }
  public static func atMost(_ count: Int) -> Self { Self(0, count) }
  public static func `in`(_ range: ClosedRange<Int>) -> Self {
    Self(range.lowerBound, range.upperBound)
  }

  /// Whether more calls can turn it from met to not met.
  var isLimited: Bool { range.upperBound < .max }
  /// Whether it is met without any call.
  var allowsNone: Bool { range.lowerBound == 0 }
}

extension CallCount: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension CallCount: CustomStringConvertible {
  /// The count in a sentence: `2 times`, `at least 1 time`, `1 to 3 times`.
  public var description: String {
    switch (range.lowerBound, range.upperBound) {
    case (0, .max): "any number of times"
    case (let lower, .max): "at least \(times(lower))"
    case (let lower, let upper) where lower == upper: times(lower)
    case (0, let upper): "at most \(times(upper))"
    case (let lower, let upper): "\(lower) to \(times(upper))"
    }
  }
}

/// A number of times, with its plural.
func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
