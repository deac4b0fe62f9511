import Testing

// Checks of the results that pages state after `// =>`. The generated test sources call these functions.

/// Checks the value of an expression.
func returned<Value>(
  _ value: Value, as claim: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  // `as?` alone would unwrap optionals.
  let isText = Value.self == String.self
  let text = isText ? String(reflecting: value) : String(describing: value)
  #expect(text == claim, sourceLocation: sourceLocation)
}

/// Checks what a line prints.
func printed<Value>(
  _ value: Value, as claim: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect("\(value)" == claim, sourceLocation: sourceLocation)
}

/// Records that an expression returned a value instead of throwing an error.
func returned<Value>(
  _ value: Value, instead claim: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  Issue.record("It returned \(value): \(claim)", sourceLocation: sourceLocation)
}

/// Checks the error that an expression throws.
func threw(
  _ error: any Error, as claim: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let isEnum = Mirror(reflecting: error).displayStyle == .enum
  let text = isEnum ? "\(type(of: error)).\(error)" : "\(error)"
  #expect("throws \(text)" == claim, sourceLocation: sourceLocation)
}
