/// How often a function is expected to be called: `.never`, `.atLeast(2)`, `.atMost(2)`.
///
/// A number and a range say it, too: `called: 2`, `called: names.count`, `called: 1...3`.
public struct CallCount: Sendable, Equatable {
  let range: ClosedRange<Int>
  /// What cannot be met however often the function is called; a text for the failure.
  let flaw: String?

  fileprivate init(_ lower: Int, _ upper: Int) {
    flaw =
      upper < lower
      ? "no number of calls is in that range"
      : lower < 0 ? "\(lower) calls are fewer than none" : nil
    range = max(0, lower)...max(0, lower, upper)
  }

  /// Whether more calls can turn it from met to not met.
  var isLimited: Bool { range.upperBound < .max }
  /// Whether it is met without any call.
  var allowsNone: Bool { range.lowerBound == 0 }
}

extension CallCount: ExpressibleByIntegerLiteral {
  /// That many times: `called: 2`.
  public init(integerLiteral count: Int) { self.init(count, count) }
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

/// What `called:` takes: a ``CallCount``, an `Int`, or a range of them.
public protocol CallCountExpression {
  /// The count it means.
  var callCount: CallCount { get }
}

extension CallCountExpression where Self == CallCount {
  /// Not at all.
  public static var never: Self { 0 }
  /// One time.
  public static var once: Self { 1 }
  /// One time or more.
  public static var atLeastOnce: Self { .atLeast(1) }
  /// That many times; the same as the number alone.
  public static func exactly(_ count: Int) -> Self { CallCount(count, count) }
  /// That many times or more.
  public static func atLeast(_ count: Int) -> Self { CallCount(count, .max) }
  /// That many times or fewer.
  public static func atMost(_ count: Int) -> Self { CallCount(0, count) }
  /// A number of times that lies in the range; the same as the range alone.
  public static func `in`(_ range: ClosedRange<Int>) -> Self { range.callCount }
}

extension CallCount: CallCountExpression {
  public var callCount: CallCount { self }
}

extension Int: CallCountExpression {
  public var callCount: CallCount { CallCount(self, self) }
}

extension ClosedRange: CallCountExpression where Bound == Int {
  public var callCount: CallCount { CallCount(lowerBound, upperBound) }
}

extension Range: CallCountExpression where Bound == Int {
  public var callCount: CallCount { CallCount(lowerBound, upperBound &- 1) }
}

extension PartialRangeFrom: CallCountExpression where Bound == Int {
  public var callCount: CallCount { CallCount(lowerBound, .max) }
}

extension PartialRangeThrough: CallCountExpression where Bound == Int {
  public var callCount: CallCount { CallCount(0, upperBound) }
}

extension PartialRangeUpTo: CallCountExpression where Bound == Int {
  public var callCount: CallCount { CallCount(0, upperBound &- 1) }
}

/// A number of calls, with its plural.
func calls(_ count: Int) -> String { plural(count, "call") }
