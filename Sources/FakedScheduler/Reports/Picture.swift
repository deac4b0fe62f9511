import Faked

extension Explorer {
  private static let maxLabels = 8
  private static let maxCharacters = 90

  /// Draws the first orders that passed and the first that broke as an SVG document: an indented list, in which each order
  /// begins where it leaves the one above.
  ///
  /// - Parameters:
  ///   - explored: The orders.
  ///   - title: The first line of the picture.
  /// - Returns: The picture. `nil` if no order is broken, or if they can't be run again.
  func picture(of explored: Explored, title: String) async throws -> String? {
    guard explored.failureCount > 0, scenario.takesFailuresBack else { return nil }
    let orders = explored.orders.sorted {
      $0.choices.lazy.map(\.chosen).lexicographicallyPrecedes($1.choices.lazy.map(\.chosen))
    }
    var body = ""
    var (width, height) = (400, 48)
    // The indices of the choices at which the lines above branch off, outermost first.
    var branches: [Int] = []
    var previous: [Choice]?
    for (choices, isBroken) in orders {
      let kind = isBroken ? "broken" : "passing"
      let shared = previous.map { zip($0, choices).prefix { $0.chosen == $1.chosen }.count }
      branches.removeAll { $0 >= shared ?? 0 }
      if let shared { branches.append(shared) }
      previous = choices
      let run = try await run(by: .prefix(Prefix(of: choices)), keepsStory: true).run
      let x = 16 + 16 * branches.count
      body += "<circle class=\"\(kind)\" cx=\"\(x + 4)\" cy=\"\(height - 4)\" r=\"3\"/>\n"
      for label in abridged(run.story.titles(from: shared ?? 0), to: Self.maxLabels) {
        let text = label.split(whereSeparator: \.isNewline).joined(separator: " ")
        let short = text.count > Self.maxCharacters ? text.prefix(Self.maxCharacters) + "…" : text
        body += "<text class=\"\(kind)\" x=\"\(x + 14)\" y=\"\(height)\">\(short.asXML)</text>\n"
        width = max(width, x + 64 + 8 * short.count)
        height += 20
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height + 16)">
      <style>
      text { font: 13px ui-monospace, monospace; fill: #1f2328; }
      .passing { fill: #1a7f37; }
      .broken { fill: #cf222e; }
      </style>
      <rect fill="#ffffff" width="100%" height="100%"/>
      <text font-weight="bold" x="16" y="30">\(title.asXML)</text>
      \(body)</svg>

      """
  }
}

extension String {
  /// The text as the content of an XML element. Characters that XML doesn't allow are left out.
  fileprivate var asXML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\0"..<"\t", "\n"..<" ", "\u{FFFE}"..."\u{FFFF}": break
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The progress of a long exploration: one line of a terminal that replaces itself, and elsewhere a line every 10 seconds.
package final class Progress: Sendable {
  private let name: String
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Locked<(next: ContinuousClock.Instant, isShown: Bool)>

  private static let clearLine = "\r\u{1B}[2K"

  /// Creates the line of an exploration.
  ///
  /// - Parameters:
  ///   - name: The name of the exploration.
  ///   - isTerminal: Pass `true` if a line can replace itself. Defaults to whether the standard error output is a terminal.
  ///   - write: Writes to the output.
  ///   - now: Returns the time.
  package init(
    of name: String, isTerminal: Bool = ProcessOutput.isTerminal,
    write: @escaping @Sendable (String) -> Void = { ProcessOutput.write($0) },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.name = name
    self.isTerminal = isTerminal
    self.write = write
    self.now = now
    // A short exploration shows nothing.
    state = Locked((now().advanced(by: .seconds(isTerminal ? 2 : 10)), false))
  }

  /// Shows how far the exploration is: `exploreOrders: 1,800 of 5,000, 0 broken`.
  ///
  /// - Parameters:
  ///   - count: The number of runs so far.
  ///   - total: The estimated number of runs.
  ///   - brokenCount: The number of broken runs.
  package func update(_ count: Int, of total: Int, brokenCount: Int) {
    let time = now()
    let isDue = state.withLock { state in
      guard time >= state.next else { return false }
      state = (time.advanced(by: isTerminal ? .milliseconds(100) : .seconds(10)), true)
      return true
    }
    guard isDue else { return }
    let text = "\(name): \(grouped(count)) of \(grouped(total)), \(grouped(brokenCount)) broken"
    write(isTerminal ? Self.clearLine + text : text + "\n")
  }

  /// Removes the line from a terminal.
  package func end() {
    if isTerminal, state.withLock({ $0.isShown }) { write(Self.clearLine) }
  }
}
