/// A condition on one argument of a call.
///
/// Write your own in one line: `Matcher("an even number") { $0.isMultiple(of: 2) }`. It runs once for each call
/// that is checked, and never for a message.
///
/// ```swift
/// library.when(\.borrow, matching: .prefix("Em"), .range(1...30)).thenReturn(true)
/// library.verify(\.borrow, called: .never, matching: .not(.equal("Emma")), .any)
/// ```
///
/// See <doc:MatchingArguments>.
public struct Matcher<Value> {
  private let describe: () -> String
  @usableFromInline package let matches: (Value) -> Bool
  /// Gets the argument if the call as a whole matches, to capture it.
  @usableFromInline package let matched: ((Value) -> Void)?
  private let explain: ((Value) -> String)?
  /// A Boolean value that indicates whether the matcher may run again: it runs no code of the user.
  package let isRepeatable: Bool

  /// Creates a matcher.
  ///
  /// - Parameters:
  ///   - description: The expectation, which continues "expected …". It is evaluated for messages only.
  ///   - matches: Returns `true` for the values that match.
  public init(
    _ description: @autoclosure @escaping () -> String, matches: @escaping (Value) -> Bool
  ) {
    self.init(description(), matches: matches, matched: nil)
  }

  @usableFromInline
  package init(
    _ description: @autoclosure @escaping () -> String, matches: @escaping (Value) -> Bool,
    matched: ((Value) -> Void)? = nil, reason: ((Value) -> String)? = nil,
    isRepeatable: Bool = false
  ) {
    describe = description
    self.matches = matches
    self.matched = matched
    explain = reason
    self.isRepeatable = isRepeatable
  }

  /// The expectation, for messages: `"abc"`, `any`, `an even number`.
  @usableFromInline
  package var description: String { describe() }

  /// Returns why a value does not match. Called only for values that don't match. Only matchers that run no code of the user run again.
  @usableFromInline
  package func reason(_ value: Value) -> String {
    explain?(value) ?? "expected \(description), was \(readable(value))"
  }
}

extension Matcher {
  /// Matches every value.
  @inlinable
  public static var any: Self { Matcher("any", matches: { _ in true }, isRepeatable: true) }

  /// Matches if the closure returns `true`.
  ///
  /// - Parameter condition: Returns `true` for the values that match.
  /// - Returns: A matcher.
  @inlinable
  public static func `where`(_ condition: @escaping (Value) -> Bool) -> Self {
    Matcher("where { … }", matches: condition)
  }

  /// Matches values of a type, including subclasses and conforming types, that another matcher matches.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - matcher: The matcher of the value. Defaults to one that matches every value.
  /// - Returns: A matcher.
  public static func type<Wanted>(_ type: Wanted.Type, _ matcher: Matcher<Wanted> = .any) -> Self {
    let kind = {
      let wanted = matcher.description
      return readableType(type) + (wanted == "any" ? "" : " \(wanted)")
    }
    return Matcher(
      kind(), matches: { ($0 as? Wanted).map(matcher.matches) ?? false },
      matched: matcher.matched.map { matched in { value in (value as? Wanted).map(matched) } },
      reason: { value in
        guard !(value is Wanted), let value = unwrappingOptionals(value) else {
          return "expected \(kind()), was \(readable(value))"
        }
        return
          "expected \(kind()), was \(readable(value)) of type \(readableType(Swift.type(of: value)))"
      }, isRepeatable: matcher.isRepeatable)
  }

  /// Matches the same object. An equal object does not match.
  ///
  /// - Parameter object: The object.
  /// - Returns: A matcher.
  public static func identical(to object: AnyObject) -> Self {
    let kind = { "the object \(readable(object))" }
    return Matcher(
      kind(),
      matches: {
        // Only a class instance has an identity. A value would get a new box each time and never match.
        guard let value = unwrappingOptionals($0), Swift.type(of: value) is AnyClass else {
          return false
        }
        return value as AnyObject === object
      },
      reason: { value in
        let text = readable(value)
        return "expected \(kind()), was \(text == readable(object) ? "another \(text)" : text)"
      })
  }

  /// Matches if a property matches, as in `.keyPath(\.url?.host, .equal("example.com"))`.
  ///
  /// - Parameters:
  ///   - property: The key path of the property.
  ///   - matcher: The matcher of the value.
  /// - Returns: A matcher.
  public static func keyPath<Property>(
    _ property: KeyPath<Value, Property>, _ matcher: Matcher<Property>
  ) -> Self {
    let name = {
      // The address of a computed property differs from run to run.
      "\(property)".drop { $0 != "." }
        .replacing(/<computed 0x[0-9a-f]+ \((.*?)\)>/) { "<computed \($0.1)>" }
    }
    return Matcher(
      "\(name()) \(matcher.description)", matches: { matcher.matches($0[keyPath: property]) },
      matched: matcher.matched.map { matched in { matched($0[keyPath: property]) } },
      reason: { "\(name()): \(matcher.reason($0[keyPath: property]))" })
  }

  /// Matches every value, and captures it if the call as a whole matches.
  ///
  /// - Parameter captured: The box that gets the values.
  /// - Returns: A matcher.
  public static func capture(into captured: Captured<[Value]>) -> Self {
    Matcher(
      "any", matches: { _ in true }, matched: { value in captured.withValue { $0.append(value) } },
      isRepeatable: true)
  }

  /// Matches values that are equal part by part, for types that are not `Equatable`.
  ///
  /// `Equatable` parts are compared with `==`, all others by reflection.
  ///
  /// - Parameter expected: The expected value.
  /// - Returns: A matcher.
  public static func sameStructure(as expected: Value) -> Self {
    Matcher(
      readable(expected), matches: { isSame(expected, $0) },
      reason: { shownDifferences(expected: expected, actual: $0) })
  }
}

extension Matcher where Value: Equatable {
  /// Matches equal values.
  ///
  /// - Parameter expected: The expected value.
  /// - Returns: A matcher.
  @inlinable
  public static func equal(_ expected: Value) -> Self {
    Matcher(
      describe(expected), matches: { $0 == expected }, reason: { unequal(expected, $0) },
      isRepeatable: Value.self == String.self || Value.self == String?.self)
  }

  @usableFromInline
  static func describe(_ value: Value) -> String { readable(value) }

  @usableFromInline
  static func unequal(_ expected: Value, _ value: Value) -> String {
    shownDifferences(expected: expected, actual: value)
  }

  /// Matches values that are equal to one of several values.
  ///
  /// - Parameter expected: The expected values.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: Value...) -> Self { oneOf(expected) }

  /// Matches values that are equal to an element of the collection.
  ///
  /// - Parameter expected: The expected values.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: some Collection<Value>) -> Self {
    let expected = Array(expected)
    return Matcher(list(expected)) { expected.contains($0) }
  }
}

extension Matcher {
  /// Returns a list of values, as in `one of 1, 2`.
  static func list(_ expected: [some Any]) -> String {
    "one of " + abridged(expected.lazy.map { readable($0) }).joined(separator: ", ")
  }
}
