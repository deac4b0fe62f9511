/// A condition on the arguments of a call: a stub responds to the calls that meet it, and a check counts them.
@usableFromInline
package struct Condition<Arguments> {
  /// Returns a bit for each argument that does not match, and 0 if the condition holds.
  ///
  /// It is user code. It never runs under a lock, and only once for each call: messages are made from the bits.
  @usableFromInline package let mismatches: (Arguments) -> UInt64
  /// Gets the arguments of every call for which the condition holds, to capture them.
  @usableFromInline package let matched: ((Arguments) -> Void)?
  /// Returns the expectation for each argument, as in `"abc"`. `nil` if a closure checks all of them.
  ///
  /// It runs descriptions of user types, so it is called only for messages.
  @usableFromInline package let wanted: (() -> [String])?
  /// A Boolean value that indicates whether a closure checks the arguments, too. Its bit is the last.
  @usableFromInline let hasClosure: Bool
  /// Returns why the argument at a position does not match, as in `expected 3, was 4`.
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

  /// The condition without user closures, which must not outlive the check. For messages only.
  package var forTexts: Condition {
    Condition(mismatches: { _ in 0 }, wanted: wanted, hasClosure: hasClosure, reason: reason)
  }
}

/// The bit of a closure that checks all arguments.
@usableFromInline let closureBit: UInt64 = 1 << 63
/// The bit of the number of parameters. The bits of the arguments are lower.
@usableFromInline let countBit: UInt64 = 1 << 62

extension Condition {
  /// Creates a condition that holds if a closure returns `true`.
  @inlinable
  package init(where condition: @escaping (Arguments) -> Bool) {
    self.init(
      mismatches: { condition($0) ? 0 : closureBit }, wanted: nil, hasClosure: true)
  }

  /// Creates a condition that holds if all matchers match. It checks all arguments, even after a mismatch.
  @inlinable
  package init<each P>(_ matchers: repeat Matcher<each P>) where Arguments == (repeat each P) {
    var captures = false
    for matcher in repeat each matchers { captures = captures || matcher.matched != nil }
    let tests = (repeat (each matchers).matches)
    self.init(
      mismatches: { (arguments: (repeat each P)) in
        // The compiler does not unroll a loop over the pack.
        var bits: UInt64 = 0
        var bit: UInt64 = 1
        func check<Value>(_ matches: (Value) -> Bool, _ value: Value) {
          if !matches(value) { bits |= bit }
          if bit < countBit >> 1 { bit <<= 1 }
        }
        repeat check(each tests, each arguments)
        return bits
      },
      matched: !captures
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

  /// Creates a condition that holds if all arguments are equal. It is faster than matchers: it needs no closures.
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

  /// Returns a condition that holds if this one does and a closure returns `true`.
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
  /// Creates a condition that holds if the first parameters are equal to values, and the others match. Returns `nil` if
  /// there are neither values nor matchers.
  package init?(equalTo values: [Any?], then others: [Matcher<Any?>]) {
    if values.isEmpty, others.isEmpty { return nil }
    let matchers = listed(values).map { Matcher<Any?>.equal($0) } + others
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
  /// Returns the expected arguments, as in `("abc", for: any)`, with the labels of the function.
  package func description(_ label: FunctionLabel) -> String {
    let wanted = wanted.map { label.list($0()) }
    return [wanted, hasClosure ? "where { … }" : nil].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the condition as it follows the name of a function: `with ("abc")`.
  @usableFromInline package func phrase(_ label: FunctionLabel) -> String {
    let wanted = wanted.map { "with \(label.list($0()))" }
    let closure = hasClosure ? "for which the closure returns true" : nil
    return [wanted, closure].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns why a call does not meet the condition, from the bits of its mismatches.
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
