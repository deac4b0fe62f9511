/// How often a function is expected to be called: `.never`, `.atLeast(2)`, `.atMost(2)`.
///
/// A number and a range say it, too: `called: 2`, `called: names.count`, `called: 1...3`.
public struct CallCount: Sendable, Equatable {
  let range: ClosedRange<Int>
  /// What cannot be met however often the function is called; a text for the failure.
  let flaw: String?

  fileprivate init(_ lower: Int, _ upper: Int, flaw: String? = nil) {
    self.flaw =
      upper < lower
      ? "no number of calls is in that range"
      : lower < 0 ? "\(lower) calls are fewer than none" : flaw
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

/// What `called:` takes: a ``CallCount``, an `Int`, or a range of them; no other type conforms.
public protocol CallCountExpression {}

extension CallCount: CallCountExpression {}
extension Int: CallCountExpression {}
extension ClosedRange: CallCountExpression where Bound == Int {}
extension Range: CallCountExpression where Bound == Int {}
extension PartialRangeFrom: CallCountExpression where Bound == Int {}
extension PartialRangeThrough: CallCountExpression where Bound == Int {}
extension PartialRangeUpTo: CallCountExpression where Bound == Int {}

extension CallCount {
  /// The count that an expression means.
  @usableFromInline
  init(_ expression: any CallCountExpression) {
    switch expression {
    case let count as CallCount: self = count
    case let count as Int: self.init(count, count)
    case let range as ClosedRange<Int>: self.init(range.lowerBound, range.upperBound)
    case let range as Range<Int>: self.init(range.lowerBound, range.upperBound &- 1)
    case let range as PartialRangeFrom<Int>: self.init(range.lowerBound, .max)
    case let range as PartialRangeThrough<Int>: self.init(0, range.upperBound)
    case let range as PartialRangeUpTo<Int>: self.init(0, range.upperBound &- 1)
    default: self.init(0, 0, flaw: "\(expression) is no count")
    }
  }
}

extension CallCountExpression where Self == CallCount {
  /// Not at all.
  public static var never: Self { 0 }
  /// One time or more.
  public static var atLeastOnce: Self { .atLeast(1) }
  /// That many times or more.
  public static func atLeast(_ count: Int) -> Self { CallCount(count, .max) }
  /// That many times or fewer.
  public static func atMost(_ count: Int) -> Self { CallCount(0, count) }
  /// A number of times that lies in the range; the same as the range alone.
  public static func `in`(_ range: ClosedRange<Int>) -> Self { CallCount(range) }
}

/// A number of calls, with its plural.
func calls(_ count: Int) -> String { plural(count, "call") }
