/// The calls that a stub answers or a verification counts, by their arguments.
@usableFromInline
package struct Condition<Arguments> {
  /// Which arguments do not match, a bit for each; none where it holds. User code, so it never runs
  /// under a lock, and once for each call: texts are made from the bits.
  @usableFromInline package let mismatches: (Arguments) -> UInt64
  /// What to do with the arguments of a call that it held for, if anything.
  @usableFromInline package let matched: ((Arguments) -> Void)?
  /// What it wants of each argument, as in `"abc"`; nil where a closure looks at all of them. Runs
  /// descriptions of the user, for texts alone.
  @usableFromInline package let wanted: (() -> [String])?
  /// Whether a closure looks at the arguments, too; its bit is the last.
  @usableFromInline let hasClosure: Bool
  /// Why the argument at a position does not match, as in `expected 3, was 4`.
  @usableFromInline let reason: (Arguments, Int) -> String

  @inlinable
  init(
    mismatches: @escaping (Arguments) -> UInt64, matched: ((Arguments) -> Void)? = nil,
    wanted: (() -> [String])?, hasClosure: Bool = false,
    reason: @escaping (Arguments, Int) -> String = { _, _ in "" }
  ) {
    self.mismatches = mismatches
    self.matched = matched
    self.wanted = wanted
    self.hasClosure = hasClosure
    self.reason = reason
  }

  /// The same for texts alone: a closure that decides may not outlive its check.
  @inlinable
  package var forTexts: Condition {
    Condition(mismatches: { _ in 0 }, wanted: wanted, hasClosure: hasClosure, reason: reason)
  }
}

/// The bit of a closure that looks at all arguments.
@usableFromInline let closureBit: UInt64 = 1 << 63
/// The bit of the number of parameters; those of the arguments are lower.
@usableFromInline let countBit: UInt64 = 1 << 62

extension Condition {
  /// Holds where the closure says so.
  @inlinable
  package init(where condition: @escaping (Arguments) -> Bool) {
    self.init(
      mismatches: { condition($0) ? 0 : closureBit }, wanted: nil, hasClosure: true)
  }

  /// Holds where all matchers match; all arguments are looked at, none is enough alone.
  @inlinable
  package init<each P>(_ matchers: repeat Matcher<each P>) where Arguments == (repeat each P) {
    var isTold = false
    for matcher in repeat each matchers { isTold = isTold || matcher.matched != nil }
    let tests = (repeat (each matchers).matches)
    self.init(
      mismatches: { (arguments: (repeat each P)) in
        // Not a loop over the pack, which the compiler does not unroll.
        var bits: UInt64 = 0
        var bit: UInt64 = 1
        func check<Value>(_ matches: (Value) -> Bool, _ value: Value) {
          if !matches(value) { bits |= bit }
          if bit < countBit >> 1 { bit <<= 1 }
        }
        repeat check(each tests, each arguments)
        return bits
      },
      matched: !isTold
        ? nil
        : { (arguments: (repeat each P)) in
          for (matcher, argument) in repeat (each matchers, each arguments) {
            matcher.matched?(argument)
          }
        },
      wanted: {
        var wanted: [String] = []
        for matcher in repeat each matchers { wanted.append(matcher.description) }
        return wanted
      },
      reason: { (arguments: (repeat each P), position) in
        var number = 0
        for (matcher, argument) in repeat (each matchers, each arguments) {
          if number == position { return matcher.reason(argument) }
          number += 1
        }
        return ""
      })
  }

  /// Holds where all arguments are equal; the same as with matchers, but compares without a closure each.
  @inlinable
  package init<each P: Equatable>(equal expected: repeat each P)
  where Arguments == (repeat each P) {
    self.init(
      mismatches: { (arguments: (repeat each P)) in
        var bits: UInt64 = 0
        var bit: UInt64 = 1
        func check<Value: Equatable>(_ expected: Value, _ value: Value) {
          if value != expected { bits |= bit }
          if bit < countBit >> 1 { bit <<= 1 }
        }
        repeat check(each expected, each arguments)
        return bits
      },
      wanted: { Condition(repeat Matcher.equal(each expected)).wanted?() ?? [] },
      reason: { Condition(repeat Matcher.equal(each expected)).reason($0, $1) })
  }

  /// The same, where a closure holds, too.
  func and(where condition: @escaping (Arguments) -> Bool) -> Condition {
    Condition(
      mismatches: { [mismatches] in
        let bits = mismatches($0)
        return bits != 0 || condition($0) ? bits : closureBit
      },
      matched: matched, wanted: wanted, hasClosure: true, reason: reason)
  }
}

extension Condition<Parameters> {
  /// Holds where all parameters are equal to these.
  package init(equalTo values: [Any?]) {
    self.init(parameters: listed(values).map { .equal($0) })
  }

  /// Holds where there are as many parameters as matchers, and all match.
  package init(parameters matchers: [Matcher<Any?>]) {
    self.init(
      mismatches: { call in
        guard call.count == matchers.count else { return countBit }
        var bits: UInt64 = 0
        for (position, pair) in zip(matchers, call).enumerated()
        where !pair.0.matches(pair.1.value) {
          bits |= 1 << UInt64(min(position, 61))
        }
        return bits
      },
      matched: { call in
        for (matcher, parameter) in zip(matchers, call) { matcher.matched?(parameter.value) }
      },
      wanted: { matchers.map(\.description) },
      reason: { call, position in
        guard position < matchers.count, position < call.count else {
          let wanted = matchers.count == 1 ? "1 parameter" : "\(matchers.count) parameters"
          return "expected \(wanted), was called with \(call.count)"
        }
        return matchers[position].reason(call[position].value)
      })
  }
}

// The texts of conditions.
extension Condition {
  /// The arguments it wants, as in `("abc", for: any)`, for a function with these labels.
  package func description(_ label: FunctionLabel) -> String {
    let wanted = wanted.map { label.list($0()) }
    return [wanted, hasClosure ? "where { … }" : nil].compactMap { $0 }.joined(separator: " ")
  }

  /// The same behind the name of the function: `with ("abc")`, `for which the closure returns true`.
  @usableFromInline package func phrase(_ label: FunctionLabel) -> String {
    let wanted = wanted.map { "with \(label.list($0()))" }
    let closure = hasClosure ? "for which the closure returns true" : nil
    return [wanted, closure].compactMap { $0 }.joined(separator: " ")
  }

  /// Why a call does not count, from the bits of its mismatches.
  @usableFromInline package func texts(
    _ bits: UInt64, _ arguments: Arguments, _ label: FunctionLabel
  ) -> [String] {
    if bits & closureBit != 0 { return ["the closure returned false"] }
    if bits & countBit != 0 { return [reason(arguments, .max)] }
    return (0..<62).filter { bits & 1 << UInt64($0) != 0 }.map { position in
      let name = label.labels.indices.contains(position) ? label.labels[position] : nil
      let argument = name.map { "`\($0)`" } ?? "argument \(position + 1)"
      return "\(argument): \(reason(arguments, position))"
    }
  }
}
