/// Returns the arguments of a call one by one, from the value or the tuple in which they are kept.
package func argumentList(_ arguments: Any) -> [Any?] {
  // `as?` alone would also accept an empty array of any other type.
  if type(of: arguments) == Parameters.self, let parameters = arguments as? Parameters {
    return parameters.map(\.value)
  }
  let mirror = Mirror(reflecting: arguments)
  return mirror.displayStyle == .tuple ? mirror.children.map { $0.value } : [arguments]
}
