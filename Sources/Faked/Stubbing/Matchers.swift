extension Matcher {
  /// Matches what the other does not.
  public static func not(_ matcher: Self) -> Self {
    Matcher(
      "not \(matcher.description)", matches: { !matcher.matches($0) },
      isRepeatable: matcher.isRepeatable)
  }

  /// Matches what all of them match.
  public static func all(_ matchers: Self...) -> Self {
    let isRepeatable = matchers.allSatisfy(\.isRepeatable)
    let description = { matchers.map(\.description).joined(separator: " and ") }
    return Matcher(
      description(), matches: { value in matchers.allSatisfy { $0.matches(value) } },
      matched: tell(matchers) { _, _ in true },
      reason: { value in
        guard isRepeatable else { return "expected \(description()), was \(readable(value))" }
        let failed = matchers.filter { !$0.matches(value) }
        return failed.map { $0.reason(value) }.joined(separator: " and ")
      }, isRepeatable: isRepeatable)
  }

  /// Matches what at least one of them matches.
  ///
  /// Where one of them captures, they are asked again, for which of them it was.
  public static func either(_ matchers: Self...) -> Self {
    Matcher(
      "either " + matchers.map(\.description).joined(separator: " or "),
      matches: { value in matchers.contains { $0.matches(value) } },
      matched: tell(matchers) { $0.matches($1) },
      isRepeatable: matchers.allSatisfy(\.isRepeatable))
  }

  /// Hands the argument to those that do something with it; nil where none does.
  private static func tell(
    _ matchers: [Self], where isMeant: @escaping (Self, Value) -> Bool
  ) -> ((Value) -> Void)? {
    let telling = matchers.filter { $0.matched != nil }
    guard !telling.isEmpty else { return nil }
    return { value in
      for matcher in telling where isMeant(matcher, value) { matcher.matched?(value) }
    }
  }

  /// Matches nil.
  public static var isNil: Self { Matcher("nil") { unwrappingOptionals($0) == nil } }

  /// Matches everything but nil.
  public static var notNil: Self { Matcher("not nil") { unwrappingOptionals($0) != nil } }

  /// Matches an optional that is not nil and whose value the other matches.
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
  /// Matches values within the range, as in `.range(1...3)` or `.range(18...)`.
  @inlinable
  public static func range<Bounds: RangeExpression>(_ range: Bounds) -> Self
  where Bounds.Bound == Value {
    Matcher(text(of: range)) { range.contains($0) }
  }

  /// The range as it is written; the language describes the open ones by their types.
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
  /// Matches sequences that hold that element.
  @_disfavoredOverload
  public static func contains(_ element: Value.Element) -> Self {
    Matcher("something that contains \(readable(element))") { $0.contains(element) }
  }

  /// Matches sequences, and texts, that begin with those elements.
  public static func prefix(_ elements: some Sequence<Value.Element>) -> Self {
    Matcher("something that begins with \(readable(elements))") { $0.starts(with: elements) }
  }
}

extension Matcher where Value: StringProtocol {
  /// Matches strings that hold that text.
  public static func contains(_ text: String) -> Self {
    Matcher("something that contains \(readable(text))") { text.isEmpty || $0.contains(text) }
  }
}
