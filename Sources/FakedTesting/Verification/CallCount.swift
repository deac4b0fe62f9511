/// The number of calls that a check expects, such as `.never`, `.once`, or `.atLeast(2)`.
///
/// ```swift
/// library.verify(\.borrow, called: 2)
/// library.verify(\.borrow, called: 1...3)
/// library.verify(\.borrow, called: .atLeast(2))
/// library.verify(\.borrow, called: .never)
/// ```
///
/// See <doc:Verifying>.
public struct CallCount: Sendable {
  let minimum: Int
  let maximum: Int

  init(_ minimum: Int, _ maximum: Int) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Returns a Boolean value that indicates whether the count allows a number of calls.
  func allows(_ number: Int) -> Bool { minimum <= number && number <= maximum }

  /// A Boolean value that indicates whether too many calls are possible.
  var isLimited: Bool { maximum < .max }
  /// A Boolean value that indicates whether no call is enough.
  var allowsNone: Bool { minimum == 0 }
  /// A Boolean value that indicates whether later calls can break a check that holds.
  var canBreak: Bool { isLimited && allowsNone }

  /// The reason why the count is not valid, or `nil` if it is.
  var problem: String? {
    if maximum < minimum { return "the range is empty" }
    return minimum < 0 ? "the count \(minimum) is negative" : nil
  }

  /// The count in a sentence: `2 calls`, `at least 1 call`, `1 to 3 calls`, `no calls`.
  var phrase: String {
    switch (minimum, maximum) {
    case (0, 0): "no calls"
    case (0, .max): "any number of calls"
    case (_, .max): "at least \(calls(minimum))"
    case (maximum, _): calls(minimum)
    case (0, _): "at most \(calls(maximum))"
    default: "\(minimum) to \(calls(maximum))"
    }
  }
}

/// A value that specifies how many calls a check expects: a ``CallCount``, an `Int`, or a range of integers.
///
/// Don't add conformances: a check stops the process for a count of any other type.
public protocol CallCountConvertible {}

extension CallCount: CallCountConvertible {}
extension Int: CallCountConvertible {}
extension ClosedRange<Int>: CallCountConvertible {}
extension Range<Int>: CallCountConvertible {}
extension PartialRangeFrom<Int>: CallCountConvertible {}
extension PartialRangeThrough<Int>: CallCountConvertible {}
extension PartialRangeUpTo<Int>: CallCountConvertible {}

extension CallCount {
  /// Creates the count that a value specifies.
  init(_ value: any CallCountConvertible) {
    // `relative(to:)` traps for `...Int.max`, and so does a closed range for `0..<0`.
    switch value {
    case let count as CallCount: self = count
    case let number as Int: self.init(number, number)
    case let range as ClosedRange<Int>: self.init(range.lowerBound, range.upperBound)
    case let range as Range<Int>: self.init(range.lowerBound, range.upperBound &- 1)
    case let range as PartialRangeFrom<Int>: self.init(range.lowerBound, .max)
    case let range as PartialRangeThrough<Int>: self.init(0, range.upperBound)
    case let range as PartialRangeUpTo<Int>: self.init(0, range.upperBound &- 1)
    default:
      preconditionFailure(
        "The count is a \(type(of: value)). Use a CallCount, an Int, or a range of integers.")
    }
  }
}

extension CallCountConvertible where Self == CallCount {
  /// No call.
  public static var never: Self { CallCount(0, 0) }
  /// Exactly one call.
  public static var once: Self { CallCount(1, 1) }

  /// Returns a count that expects an exact number of calls. The same as the number alone.
  ///
  /// - Parameter count: The number of calls.
  /// - Returns: The count.
  public static func exactly(_ count: Int) -> Self { CallCount(count, count) }

  /// Returns a count that expects a number of calls or more.
  ///
  /// - Parameter count: The lowest number of calls.
  /// - Returns: The count.
  public static func atLeast(_ count: Int) -> Self { CallCount(count, .max) }

  /// Returns a count that expects a number of calls or fewer.
  ///
  /// - Parameter count: The highest number of calls.
  /// - Returns: The count.
  public static func atMost(_ count: Int) -> Self { CallCount(0, count) }
}

/// Returns a number of calls with the plural.
func calls(_ count: Int) -> String { plural(count, "call") }
