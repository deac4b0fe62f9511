/// How often a function is expected to be called: a number, a range, `.never`, `.atLeast(2)`.
public struct CallCount: Sendable, Equatable {
  let range: ClosedRange<Int>
  /// What cannot be met however often the function is called; a text for the failure.
  let flaw: String?

  private init(_ lower: Int, _ upper: Int) {
    flaw = lower < 0 || upper < 0 ? "\(min(lower, upper)) calls are fewer than none" : nil
    range = max(0, lower)...max(0, lower, upper)
  }

  /// Not at all.
  public static let never: Self = 0
  /// One time.
  public static let once: Self = 1
  /// One time or more.
  public static let atLeastOnce = Self.atLeast(1)

  /// That many times; for a number in a variable.
  public static func exactly(_ count: Int) -> Self { Self(count, count) }
  /// That many times or more.
  public static func atLeast(_ count: Int) -> Self { Self(count, .max) }
  /// That many times or fewer.
  public static func atMost(_ count: Int) -> Self { Self(0, count) }
  /// A number of times that lies in the range.
  public static func `in`(_ range: ClosedRange<Int>) -> Self {
    Self(range.lowerBound, range.upperBound)
  }

  /// Whether more calls can turn it from met to not met.
  var isLimited: Bool { range.upperBound < .max }
  /// Whether it is met without any call.
  var allowsNone: Bool { range.lowerBound == 0 }
}

extension CallCount: ExpressibleByIntegerLiteral {
  /// That many times: `called: 2`.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension CallCount: CustomStringConvertible {
  /// The count in a sentence: `2 calls`, `at least 1 call`, `1 to 3 calls`, `no calls`.
  public var description: String {
    switch (range.lowerBound, range.upperBound) {
    case (0, 0): "no calls"
    case (0, .max): "any number of calls"
    case (let lower, .max): "at least \(calls(lower))"
    case (let lower, let upper) where lower == upper: calls(lower)
    case (0, let upper): "at most \(calls(upper))"
    case (let lower, let upper): "\(lower) to \(calls(upper))"
    }
  }
}

/// A number of calls, with its plural.
func calls(_ count: Int) -> String { plural(count, "call") }
