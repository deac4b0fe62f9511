extension Matcher {
  /// Matches the values that another matcher does not match.
  ///
  /// - Parameter matcher: The matcher of the value.
  /// - Returns: A matcher.
  public static func not(_ matcher: Self) -> Self {
    Matcher(
      "not \(matcher.description)", matches: { !matcher.matches($0) },
      isRepeatable: matcher.isRepeatable)
  }

  /// Matches the values that all matchers match.
  ///
  /// - Parameter matchers: The matchers.
  /// - Returns: A matcher.
  public static func all(_ matchers: Self...) -> Self {
    let isRepeatable = matchers.allSatisfy(\.isRepeatable)
    let description = { matchers.map(\.description).joined(separator: " and ") }
    return Matcher(
      description(), matches: { value in matchers.allSatisfy { $0.matches(value) } },
      matched: capture(by: matchers) { _, _ in true },
      reason: { value in
        guard isRepeatable else { return "expected \(description()), was \(readable(value))" }
        let failed = matchers.filter { !$0.matches(value) }
        return failed.map { $0.reason(value) }.joined(separator: " and ")
      }, isRepeatable: isRepeatable)
  }

  /// Matches the values that at least one matcher matches.
  ///
  /// If one of the matchers captures, all of them run again to find the one that matches.
  ///
  /// - Parameter matchers: The matchers.
  /// - Returns: A matcher.
  public static func either(_ matchers: Self...) -> Self {
    Matcher(
      "either " + matchers.map(\.description).joined(separator: " or "),
      matches: { value in matchers.contains { $0.matches(value) } },
      matched: capture(by: matchers) { $0.matches($1) },
      isRepeatable: matchers.allSatisfy(\.isRepeatable))
  }

  /// Returns a closure that passes the argument to the matchers that capture, or `nil` if none does.
  private static func capture(
    by matchers: [Self], where isCaptured: @escaping (Self, Value) -> Bool
  ) -> ((Value) -> Void)? {
    let capturing = matchers.filter { $0.matched != nil }
    guard !capturing.isEmpty else { return nil }
    return { value in
      for matcher in capturing where isCaptured(matcher, value) { matcher.matched?(value) }
    }
  }

  /// Matches `nil`.
  public static var isNil: Self { Matcher("nil") { unwrappingOptionals($0) == nil } }

  /// Matches every value except `nil`.
  public static var notNil: Self { Matcher("not nil") { unwrappingOptionals($0) != nil } }

  /// Matches an optional whose value another matcher matches. `nil` does not match.
  ///
  /// - Parameter matcher: The matcher of the value.
  /// - Returns: A matcher.
  public static func unwrapped<Wrapped>(_ matcher: Matcher<Wrapped>) -> Self
  where Value == Wrapped? {
    Matcher(
      matcher.description, matches: { $0.map(matcher.matches) ?? false },
      matched: matcher.matched.map { matched in { value in value.map(matched) } },
      reason: { $0.map(matcher.reason) ?? "expected \(matcher.description), was nil" },
      isRepeatable: matcher.isRepeatable)
  }
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
