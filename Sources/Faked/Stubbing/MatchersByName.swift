// Matchers for the parameters of a `String` ID, whose types are known when the call is made.
extension Matcher<Any?> {
  /// Matches equal parameters. Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameter expected: The expected value.
  /// - Returns: A matcher.
  public static func equal(_ expected: Any?) -> Self { .sameStructure(as: expected) }

  /// Matches parameters that are equal to one of several values, or to an element of one collection.
  ///
  /// A single collection, except a string, stands for its elements. To match a collection itself, use `.equal(_:)`.
  ///
  /// - Parameter expected: The expected values, or one collection of them.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: Any?...) -> Self {
    var values = expected
    if values.count == 1, !(values[0] is any StringProtocol),
      let collection = values[0] as? any Collection
    {
      values = collection.map { $0 as Any? }
    }
    return Matcher(list(values)) { [values] value in values.contains { isSame($0, value) } }
  }

  /// Matches parameters within a range.
  ///
  /// - Parameter range: The range.
  /// - Returns: A matcher.
  public static func range<Bounds: RangeExpression>(_ range: Bounds) -> Self {
    .type(Bounds.Bound.self, .range(range))
  }

  /// Matches strings or arrays that begin with a string or some elements.
  ///
  /// - Parameter elements: The first elements.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func prefix<Elements: Sequence>(_ elements: Elements) -> Self
  where Elements.Element: Equatable {
    if let text = elements as? any StringProtocol { return .type(String.self, .prefix("\(text)")) }
    return .type([Elements.Element].self, .prefix(Array(elements)))
  }

  /// Matches arrays that contain an element, and strings that contain a string.
  ///
  /// - Parameter element: The element.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func contains<Element: Equatable>(_ element: Element) -> Self {
    guard let text = element as? String else { return .type([Element].self, .contains(element)) }
    return Matcher("something that contains \(readable(text))") { value in
      if let value = value as? String { return text.isEmpty || value.contains(text) }
      return (value as? [String])?.contains(text) ?? false
    }
  }

  /// Matches parameters of the type that the closure takes, if it returns `true`.
  ///
  /// - Parameter condition: Returns `true` for the values that match.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func `where`<Wanted>(_ condition: @escaping (Wanted) -> Bool) -> Self {
    .type(Wanted.self, .where(condition))
  }
}
