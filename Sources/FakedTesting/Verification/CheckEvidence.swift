extension FakeInstance {
  /// The fake as messages name it.
  var owner: String { label("").owner }

  /// The other fakes of the same type in the test.
  var others: [FakeInstance] { state.scope?.others(like: self) ?? [] }
}

/// The calls of one function, and those of them that a check counts.
@usableFromInline
struct CheckEvidence {
  let fake: FakeInstance
  let function: FunctionLabel
  /// The number of calls, including those that the history no longer keeps.
  let total: Int
  /// The number of calls that the history keeps.
  let kept: Int
  /// The indices of the kept calls that the check counts, oldest first.
  let counted: [UInt64]
  /// The comparison of the arguments, or `nil` if the check counts every call.
  var comparison: ArgumentComparison?

  /// The number of calls that the check counts.
  var matched: Int { comparison == nil ? total : counted.count }

  /// The calls in a sentence, as in `FakeStore.set(_:for:) with ("a", for: "b")`.
  var subject: String {
    "\(function)\(comparison.map { " " + $0.phrase(function) } ?? "")"
  }

  /// Returns a Boolean value that indicates whether calls that the history no longer keeps could change the
  /// result of a check.
  func isUndecidable(for count: CallCount) -> Bool {
    kept < total && comparison != nil && (count.isLimited || matched < count.minimum)
  }
}

/// The comparison of recorded calls with a condition, without its types. Used for texts and captures.
struct ArgumentComparison {
  /// Returns the condition as it follows the name of a function: `with ("abc")`.
  let phrase: (FunctionLabel) -> String
  /// Returns the expectation for each argument, or `nil` if a closure checks all of them.
  let wantedArguments: () -> [String]?
  /// Returns the nearest calls that do not match, fewest mismatches first, with the differences of their arguments.
  let nearestMisses: (_ limit: Int, FunctionLabel) -> [(index: UInt64, differences: [String])]
  /// Passes the arguments of calls to the matchers that capture them.
  let capture: (_ indices: [UInt64]) -> Void

  init<Arguments, Output>(
    _ calls: ContiguousArray<StoredCall<Arguments, Output>>, mismatches: [UInt64],
    with condition: Condition<Arguments>
  ) {
    let (texts, matched) = (condition.forTexts, condition.matched)
    phrase = { texts.phrase($0) }
    wantedArguments = { texts.wanted?() }
    nearestMisses = { limit, function in
      nearestIndices(mismatches, limit, ofMismatches: true).map { position in
        let call = calls[position]
        return (call.facts.index, texts.texts(mismatches[position], call.arguments, function))
      }
    }
    capture = { indices in
      guard let matched else { return }
      let indices = Set(indices)
      for call in calls where indices.contains(call.facts.index) { matched(call.arguments) }
    }
  }
}

extension Faked {
  /// Returns the calls of every function with a name.
  @usableFromInline
  func evidence(of name: String) -> CheckEvidence {
    let functions = instance.state.mapForCheck(named: name) {
      (count: $0.callCount, indices: $0.facts.map(\.index))
    }
    let indices = functions.flatMap(\.indices).sorted()
    return CheckEvidence(
      fake: instance, function: instance.label(Self.self, name),
      total: functions.reduce(0) { $0 + $1.count }, kept: indices.count, counted: indices)
  }

  /// Returns the calls of one function, and those whose arguments meet a condition.
  ///
  /// The condition is user code. It runs once for each call, without a lock.
  @usableFromInline
  func evidence<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, _ name: String,
    _ condition: Condition<Arguments>
  ) -> CheckEvidence {
    let (total, calls) = instance.calls(type, named: name)
    let mismatchesOf = condition.mismatches
    let mismatches = calls.withUnsafeBufferPointer { calls in
      calls.indices.map { mismatchesOf(calls[$0].arguments) }
    }
    return CheckEvidence(
      fake: instance, function: instance.label(Self.self, name), total: total, kept: calls.count,
      counted: mismatches.indices.filter { mismatches[$0] == 0 }.map { calls[$0].facts.index },
      comparison: ArgumentComparison(calls, mismatches: mismatches, with: condition))
  }
}

/// The number of calls that a check expects: `.never`. Write other counts as a number or a range.
///
/// ```swift
/// library.verify(\.borrow, called: 2)
/// library.verify(\.borrow, called: 1...3)
/// library.verify(\.borrow, called: 2...)
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
        "The count is a \(type(of: value)). Use `.never`, an Int, or a range of integers.")
    }
  }
}

extension CallCountConvertible where Self == CallCount {
  /// No call.
  public static var never: Self { CallCount(0, 0) }
}

/// Returns a number of calls with the plural.
func calls(_ count: Int) -> String { plural(count, "call") }
