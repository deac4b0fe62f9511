/// Why a text is no JSON, and where.
package struct JSONError: Error, CustomStringConvertible {
  package let line: Int
  package let column: Int
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
