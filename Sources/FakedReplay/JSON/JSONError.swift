/// The reason and the place where a text is not JSON.
package struct JSONError: Error, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
