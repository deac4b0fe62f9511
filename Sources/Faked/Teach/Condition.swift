/// The arguments that a behavior answers or a verification counts.
@usableFromInline
package struct Condition<Arguments> {
  /// Whether it holds; user code, so it never runs under a lock.
  @usableFromInline package let holds: (Arguments) -> Bool
  /// What to do with the arguments of a call that it held for, if anything.
  @usableFromInline package let matched: ((Arguments) -> Void)?
  /// One text for each argument that keeps it from holding, as in `argument 2: expected 3, was 4`.
  @usableFromInline package let mismatches: (Arguments) -> [String]
  /// The arguments it wants, as in `("abc", any)`.
  @usableFromInline package let description: String

  @inlinable
  package init(
    holds: @escaping (Arguments) -> Bool, matched: ((Arguments) -> Void)? = nil,
    mismatches: @escaping (Arguments) -> [String], description: String
  ) {
    self.holds = holds
    self.matched = matched
    self.mismatches = mismatches
    self.description = description
  }

  /// Holds where the closure says so.
  @inlinable
  package init(where condition: @escaping (Arguments) -> Bool) {
    self.init(
      holds: condition,
      mismatches: { condition($0) ? [] : ["the `where` closure returned false"] },
      description: "where { … }")
  }

  /// Holds where all matchers match; all arguments are looked at, none is enough alone.
  @inlinable
  package init<each Parameter>(_ matchers: repeat Matcher<each Parameter>)
  where Arguments == (repeat each Parameter) {
    var descriptions: [String] = []
    var isTold = false
    for matcher in repeat each matchers {
      descriptions.append(matcher.description)
      if matcher.matched != nil { isTold = true }
    }
    let tests = (repeat (each matchers).matches)
    self.init(
      holds: { (arguments: (repeat each Parameter)) in
        // Not a loop over the pack, which the compiler does not unroll.
        var holds = true
        func check<Value>(_ matches: (Value) -> Bool, _ value: Value) {
          if holds { holds = matches(value) }
        }
        repeat check(each tests, each arguments)
        return holds
      },
      matched: !isTold
        ? nil
        : { (arguments: (repeat each Parameter)) in
          for (matcher, argument) in repeat (each matchers, each arguments) {
            matcher.matched?(argument)
          }
        },
      mismatches: { (arguments: (repeat each Parameter)) in
        var texts: [String] = []
        var number = 0
        for (matcher, argument) in repeat (each matchers, each arguments) {
          number += 1
          if let text = matcher.mismatch(argument) { texts.append("argument \(number): \(text)") }
        }
        return texts
      },
      description: "(" + descriptions.joined(separator: ", ") + ")")
  }

  /// Holds where all arguments are equal; the same as with matchers, but compares without a closure each.
  @inlinable
  package init<each Parameter: Equatable>(equal expected: repeat each Parameter)
  where Arguments == (repeat each Parameter) {
    self = Condition(repeat Matcher.equal(each expected)).holding { arguments in
      var holds = true
      func check<Value: Equatable>(_ expected: Value, _ value: Value) {
        if holds { holds = value == expected }
      }
      repeat check(each expected, each arguments)
      return holds
    }
  }

  /// The same condition, with a faster way to find out whether it holds.
  @inlinable
  package func holding(where holds: @escaping (Arguments) -> Bool) -> Condition {
    Condition(holds: holds, matched: matched, mismatches: mismatches, description: description)
  }

  /// The same condition, which does nothing with the arguments that it held for.
  var untold: Condition {
    Condition(holds: holds, mismatches: mismatches, description: description)
  }

  /// Both conditions.
  func and(_ other: Condition) -> Condition {
    Condition(
      holds: { holds($0) && other.holds($0) },
      matched: matched == nil && other.matched == nil
        ? nil
        : {
          matched?($0)
          other.matched?($0)
        },
      mismatches: { mismatches($0) + other.mismatches($0) },
      description: description + " " + other.description)
  }
}
