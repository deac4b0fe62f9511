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

  /// Prints the report of an exploration, which begins like the failure of a test.
  ///
  /// - Throws: `Surprise` if the report doesn't contain the text.
  static func show(
    _ name: String, _ report: some CustomStringConvertible, saying part: String
  ) throws {
    let text = "\(name): \(report)"
    code("\n// The test fails with:\n" + text)
    try expect(text.contains(part), "`\(name)` reported \(text)")
  }

  /// Waits until the reader asks for the next scene, if the tour runs on a terminal.
  ///
  /// - Returns: `false` if the reader wants to stop.
  static func waitsForReader() -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, environment["CI"] == nil else {
      return true
    }
    print("\nReturn: next scene. q: stop. ", terminator: "")
    fflush(nil)
    return readLine().map { $0 != "q" } ?? false
  }

  /// Prints code with its result. Throws if the result isn't the expected one.
  static func show<Value: Equatable>(
    _ line: String, _ value: Value, is expected: Value
  ) throws {
    let text = describe(value)
    write(line, result: text)
    try expect(value == expected, "`\(line)` gave \(text), expected \(describe(expected))")
  }

  /// Prints code with the message of its error, without the path of a temporary folder. Throws if the message isn't
  /// the expected one.
  static func showError<Failure: Error>(
    _ line: String, _ type: Failure.Type, saying part: String, in folder: URL? = nil,
    _ work: () async throws -> Void
  ) async throws {
    do {
      try await work()
    } catch let error as Failure {
      let text = folder.map { "\(error)".replacing($0.path + "/", with: "") } ?? "\(error)"
      write(line, result: "throws \(text)")
      return try expect(text.contains(part), "`\(line)` threw \(text)")
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
