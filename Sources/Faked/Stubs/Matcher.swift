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
    matched: ((Value) -> Void)? = nil, reason: ((Value) -> String)? = nil
  ) {
    describe = description
    self.matches = matches
    self.matched = matched
    explain = reason
  }

  /// The expectation, for messages: `"abc"`, `any`, `an even number`.
  @usableFromInline
  package var description: String { describe() }

  /// Returns why a value does not match. Only matchers that run no code of the user run again.
  @usableFromInline
  package func reason(_ value: Value) -> String {
    explain?(value) ?? "expected \(description), was \(readable(value))"
  }
}

extension Matcher {
  /// Matches every value.
  @inlinable
  public static var any: Self { Matcher("any") { _ in true } }

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
      reason: { "expected \(kind()), was \($0 is Wanted ? readable($0) : typed($0))" })
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
      "any", matches: { _ in true }, matched: { value in captured.withValue { $0.append(value) } })
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
      readable(expected), matches: { $0 == expected },
      reason: { shownDifferences(expected: expected, actual: $0) })
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

  /// Matches the values that another matcher does not match.
  ///
  /// - Parameter matcher: The matcher of the value.
  /// - Returns: A matcher.
  public static func not(_ matcher: Self) -> Self {
    Matcher("not \(matcher.description)") { !matcher.matches($0) }
  }

  /// Matches the values that all matchers match.
  ///
  /// - Parameter matchers: The matchers.
  /// - Returns: A matcher.
  public static func all(_ matchers: Self...) -> Self {
    let capturing = matchers.filter { $0.matched != nil }
    return Matcher(
      matchers.map(\.description).joined(separator: " and "),
      matches: { value in matchers.allSatisfy { $0.matches(value) } },
      matched: capturing.isEmpty
        ? nil : { value in for matcher in capturing { matcher.matched?(value) } },
      reason: { value in
        let failed = matchers.filter { !$0.matches(value) }
        return failed.map { $0.reason(value) }.joined(separator: " and ")
      })
  }

  /// Matches `nil`.
  public static var isNil: Self { Matcher("nil") { unwrappingOptionals($0) == nil } }

  /// Matches every value except `nil`.
  public static var notNil: Self { Matcher("not nil") { unwrappingOptionals($0) != nil } }
}

extension Matcher where Value: Comparable {
  /// Matches values within a range, as in `.range(1...3)` or `.range(18...)`.
  ///
  /// - Parameter range: The range.
  /// - Returns: A matcher.
  @inlinable
  public static func range<Bounds: RangeExpression>(_ range: Bounds) -> Self
  where Bounds.Bound == Value {
    Matcher(text(of: range)) { range.contains($0) }
  }

  /// Returns a range as it is written. Swift describes partial ranges by their types.
  @usableFromInline
  static func text(of range: any RangeExpression<Value>) -> String {
    switch range {
    case let range as PartialRangeFrom<Value>: "\(readable(range.lowerBound))..."
    case let range as PartialRangeThrough<Value>: "...\(readable(range.upperBound))"
    case let range as PartialRangeUpTo<Value>: "..<\(readable(range.upperBound))"
    default: "\(range)"
    }
  }
}

extension Matcher where Value: Sequence, Value.Element: Equatable {
  /// Matches sequences that contain an element.
  ///
  /// - Parameter element: The element.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func contains(_ element: Value.Element) -> Self {
    Matcher("something that contains \(readable(element))") { $0.contains(element) }
  }

  /// Matches sequences and strings that begin with some elements.
  ///
  /// - Parameter elements: The first elements.
  /// - Returns: A matcher.
  public static func prefix(_ elements: some Sequence<Value.Element>) -> Self {
    // Some sequences can be iterated only once.
    let kept = Array(elements)
    let text = elements is any Collection ? readable(elements) : readable(kept)
    return Matcher("something that begins with \(text)") { $0.starts(with: kept) }
  }
}

extension Matcher where Value: StringProtocol {
  /// Matches strings that contain a string.
  ///
  /// - Parameter text: The string.
  /// - Returns: A matcher.
  public static func contains(_ text: String) -> Self {
    Matcher("something that contains \(readable(text))") { text.isEmpty || $0.contains(text) }
  }
}

// Matchers for the parameters of a `String` ID, whose types are known when the call is made.
extension Matcher<Any?> {
  /// Matches equal parameters. Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameter expected: The expected value.
  /// - Returns: A matcher.
  public static func equal(_ expected: Any?) -> Self {
    Matcher(
      readable(expected), matches: { isSame(expected, $0) },
      reason: { shownDifferences(expected: expected, actual: $0) })
  }

  /// Matches parameters that are equal to one of several values, or to an element of one collection.
  ///
  /// A single collection, except a string, stands for its elements. To match a collection itself, use `.equal(_:)`.
  ///
  /// - Parameter expected: The expected values, or one collection of them.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: Any?...) -> Self {
    let isCollection = expected.count == 1 && !(expected[0] is any StringProtocol)
    let collection = isCollection ? expected[0] as? any Collection : nil
    let values = collection?.map { $0 as Any? } ?? expected
    return Matcher(list(values)) { value in values.contains { isSame($0, value) } }
  }
}

/// A box with a lock, for a value that a behavior writes and a test reads on another thread.
///
/// Use it for values that call records and counts don't contain.
///
/// ```swift
/// let letters = Captured([String]())
/// mailer.when(\.send) { text, _ in
///   letters.withValue { $0.append(text) }
///   return text.count
/// }
/// ```
///
/// See <doc:InspectingCalls>.
public final class Captured<Value>: Sendable {
  private let box: Locked<Value>

  /// Creates a box with a value.
  ///
  /// - Parameter value: The initial value.
  public init(_ value: Value) { box = Locked(value) }

  /// A copy of the value. Setting it replaces the value; use `withValue` to change it in place.
  public var value: Value {
    get { box.withLock { $0 } }
    set { _ = box.replace(by: newValue) }
  }

  /// Reads or changes the value in place, with exclusive access.
  ///
  /// - Parameter body: A closure that gets the value. It deadlocks if it uses the same box.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try box.withLock(body)
  }
}
