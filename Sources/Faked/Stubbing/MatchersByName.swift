// Matchers for the parameters of a `String` ID, whose types are known when the call is made.
extension Matcher<Any?> {
  /// Matches equal parameters. Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameter expected: The expected value or values.
  /// - Returns: A matcher.
  public static func equal(_ expected: Any?) -> Self { .sameStructure(as: expected) }

  /// Matches parameters that are equal to one of several values.
  ///
  /// - Parameter expected: The expected value or values.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: Any?...) -> Self { .oneOf(expected) }

  /// Matches parameters that are equal to an element of a collection.
  ///
  /// - Parameter expected: The expected value or values.
  /// - Returns: A matcher.
  public static func oneOf(_ expected: some Collection) -> Self {
    let expected = expected.map { $0 as Any? }
    return Matcher(list(expected)) { value in expected.contains { isSame($0, value) } }
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

  /// Matches parameters with a property that matches.
  ///
  /// - Parameters:
  ///   - property: The key path of the property.
  ///   - matcher: The matcher of the value.
  /// - Returns: A matcher.
  public static func keyPath<Root, Property>(
    _ property: KeyPath<Root, Property>, _ matcher: Matcher<Property>
  ) -> Self {
    .type(Root.self, .keyPath(property, matcher))
  }

  /// Matches parameters of the type that the closure takes, if it returns `true`.
  ///
  /// - Parameter condition: Returns `true` for the values that match.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func `where`<Wanted>(_ condition: @escaping (Wanted) -> Bool) -> Self {
    .type(Wanted.self, .where(condition))
  }

  /// Matches parameters of a type, and captures them if the call as a whole matches.
  ///
  /// - Parameter captured: The box that gets the values.
  /// - Returns: A matcher.
  @_disfavoredOverload
  public static func capture<Wanted>(into captured: Captured<[Wanted]>) -> Self {
    .type(Wanted.self, .capture(into: captured))
  }
}
