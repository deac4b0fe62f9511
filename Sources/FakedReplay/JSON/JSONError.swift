/// The reason why a text is not JSON, and the position of the problem.
package struct JSONError: Error, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
