import Foundation

/// The output of the tour: code as in a test, with its result after `// =>`.
enum Transcript {
  static let width = 90
  private static let indent = "   "

  /// A Boolean value that indicates whether output is colored: on a terminal, unless `NO_COLOR` is set.
  private static let isColored =
    isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
    && environment["TERM"] != "dumb"
  private static let environment = ProcessInfo.processInfo.environment

  /// Returns the text in bold if output is colored.
  static func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Prints lines of code.
  static func code(_ lines: String) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      print(line.isEmpty ? "" : indent + line)
    }
  }

  /// Prints code with its result. Throws if the result isn't the expected one.
  static func show<Value: Equatable>(
    _ line: String, _ value: Value, is expected: Value
  ) throws {
    let text = describe(value)
    write(line, result: text)
    try expect(value == expected, "`\(line)` gave \(text), expected \(describe(expected))")
  }

  /// Prints code with the message of its error. Throws if the message isn't the expected one.
  static func showError<Failure: Error>(
    _ line: String, _ type: Failure.Type, saying part: String, _ work: () async throws -> Void
  ) async throws {
    do {
      try await work()
    } catch let error as Failure {
      write(line, result: "throws \(error)")
      return try expect("\(error)".contains(part), "`\(line)` threw \(error)")
    }
    try expect(false, "`\(line)` did not throw")
  }

  /// Throws an error with the message if the condition is false.
  static func expect(_ condition: Bool, _ message: String) throws {
    if !condition { throw Surprise(description: message) }
  }

  /// Prints a result after its code if there is room, or below it.
  private static func write(_ line: String, result: String) {
    let joined = "\(indent)\(line)  // => \(result)"
    if joined.count <= width, !result.contains("\n") { return print(joined) }
    code(line)
    for row in rows(of: "=> " + result) { print("\(indent)// \(row)") }
  }

  /// Wraps the text into rows that fit. All rows but the first are indented.
  private static func rows(of text: String) -> [String] {
    let limit = width - indent.count - "// ".count
    var rows: [String] = []
    for line in text.split(separator: "\n") {
      var row = ""
      for word in line.split(separator: " ") {
        if !row.isEmpty, row.count + 1 + word.count > limit {
          rows.append(row)
          row = ""
        }
        let margin = rows.isEmpty ? "" : "  "
        row += (row.isEmpty ? margin : " ") + word
      }
      rows.append(row)
    }
    return rows
  }

  private static func describe(_ value: some Any) -> String {
    (value as? String)?.debugDescription ?? String(describing: value)
  }
}

/// A result that isn't the expected one.
struct Surprise: Error, CustomStringConvertible {
  let description: String
}
