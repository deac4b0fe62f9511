import Faked

/// A picture of the orders of an exploration: a tree with one line for each step, passing branches green, broken ones red.
///
/// The lines are indented like folders in a list. A shared beginning is drawn once.
struct Picture: Sendable {
  /// The orders with one beginning.
  private struct Node {
    /// The choices that all of the orders share, and that the parent does not determine.
    let choices: Range<Int>
    /// The orders, by their indices.
    let orders: Range<Int>
    let brokenCount: Int
    var children: [Node] = []

    var kind: String {
      brokenCount == 0 ? "passing" : brokenCount == orders.count ? "broken" : "mixed"
    }
  }

  private struct Line {
    let depth: Int
    let text: String
    let kind: String
    /// A Boolean value that indicates whether it is the first line of a node.
    let isFirst: Bool
  }

  private static let maxLeaves = 60
  private static let maxLabels = 8
  private static let maxCharacters = 90

  private let explorer: Explorer
  /// The orders, those with the same beginning next to each other.
  private let orders: [(choices: [Choice], isBroken: Bool)]
  private var root: Node

  /// Creates the picture of the orders. `nil` if no order is broken, or if they can't be run again.
  init?(of explored: Explored, _ explorer: Explorer) {
    guard !explored.brokenOrders.isEmpty, explorer.scenario.takesFailuresBack else { return nil }
    self.explorer = explorer
    let all =
      explored.passingOrders.map { ($0, false) } + explored.brokenOrders.map { ($0, true) }
    orders = all.sorted { one, other in
      one.0.lazy.map(\.chosen).lexicographicallyPrecedes(other.0.lazy.map(\.chosen))
    }
    root = Self.node(0..<orders.count, from: 0, in: orders)
    var leafCount = 1
    // Groups with both kinds of orders come first, so that the border between the two becomes visible.
    for onlyMixed in [true, false] { Self.expand(&root, onlyMixed: onlyMixed, &leafCount, orders) }
  }

  private static func node(
    _ range: Range<Int>, from start: Int, in orders: [(choices: [Choice], isBroken: Bool)]
  ) -> Node {
    // The orders are sorted: what the first and the last share, all share.
    let (first, last) = (orders[range.lowerBound].choices, orders[range.upperBound - 1].choices)
    let shared = zip(first, last).prefix { $0.chosen == $1.chosen }.count
    return Node(
      choices: start..<max(start, shared), orders: range,
      brokenCount: orders[range].count { $0.isBroken })
  }

  private static func expand(
    _ node: inout Node, onlyMixed: Bool, _ leafCount: inout Int,
    _ orders: [(choices: [Choice], isBroken: Bool)]
  ) {
    if node.children.isEmpty, node.orders.count > 1, !onlyMixed || node.kind == "mixed" {
      let index = node.choices.upperBound
      func option(_ order: Int) -> Int {
        orders[order].choices.indices.contains(index) ? orders[order].choices[index].chosen : -1
      }
      var starts = [node.orders.lowerBound]
      for order in node.orders.dropFirst() where option(order) != option(order - 1) {
        starts.append(order)
      }
      let ends = starts.dropFirst() + [node.orders.upperBound]
      if starts.count > 1, leafCount + starts.count - 1 <= maxLeaves {
        leafCount += starts.count - 1
        node.children = zip(starts, ends).map { self.node($0..<$1, from: index, in: orders) }
      }
    }
    for index in node.children.indices {
      expand(&node.children[index], onlyMixed: onlyMixed, &leafCount, orders)
    }
  }

  /// Returns the picture as an SVG document.
  ///
  /// - Parameter title: The first line of the picture.
  func draw(title: String) async throws -> String {
    var lines: [Line] = []
    try await add(root, 0, to: &lines)
    let width = lines.map { line -> Int in 80 + 16 * line.depth + 8 * line.text.count }.max() ?? 0
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(max(400, width))" height="\(64 + 20 * lines.count)">
      <style>
      text { font: 13px ui-monospace, monospace; fill: #1f2328; }
      .passing { fill: #1a7f37; }
      .broken { fill: #cf222e; }
      .mixed { fill: #6e7781; }
      </style>
      <rect fill="#ffffff" width="100%" height="100%"/>
      <text font-weight="bold" x="16" y="30">\(title.asXML)</text>
      """
    let body = lines.enumerated().map { number, line in
      let (x, y) = (16 + 16 * line.depth, 48 + 20 * number)
      let circle = "<circle class=\"\(line.kind)\" cx=\"\(x + 4)\" cy=\"\(y - 4)\" r=\"3\"/>"
      return (line.isFirst ? circle : "")
        + "<text class=\"\(line.kind)\" x=\"\(x + 14)\" y=\"\(y)\">\(line.text.asXML)</text>"
    }
    return ([head] + body + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func add(_ node: Node, _ depth: Int, to lines: inout [Line]) async throws {
    let example = orders[node.orders.lowerBound].choices
    let run = try await explorer.run(by: .prefix(Prefix(of: example)), keepsStory: true).run
    var texts = abridged(run.titles(from: node.choices), to: Self.maxLabels)
    if texts.isEmpty { texts = [depth == 0 ? "start" : node.children.isEmpty ? "end" : "…"] }
    if node.children.isEmpty {
      let (count, broken) = (node.orders.count, node.brokenCount)
      let result =
        switch node.kind {
        case "passing": count == 1 ? " ✓" : " ✓ \(plural(count, "order"))"
        case "broken": count == 1 ? " ✗" : " ✗ \(plural(count, "order"))"
        default: " \(plural(count, "order")), \(broken) broken"
        }
      texts[texts.count - 1] += result
    }
    for (number, text) in texts.enumerated() {
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let short = line.count > Self.maxCharacters ? line.prefix(Self.maxCharacters) + "…" : line
      lines.append(Line(depth: depth, text: short, kind: node.kind, isFirst: number == 0))
    }
    for child in node.children { try await add(child, depth + 1, to: &lines) }
  }
}

extension ScenarioRun {
  /// The steps because of some choices: the chosen ones, and the events that follow without a choice.
  fileprivate func titles(from choices: Range<Int>) -> [String] {
    choices.flatMap { choice -> [String] in
      guard choice < choiceSteps.count else { return [] }
      let end = choice + 1 < choiceSteps.count ? choiceSteps[choice + 1] : story.count
      let start = min(choiceSteps[choice], end)
      return (start..<end).filter { $0 == start || story[$0].event != nil }.map { story[$0].title }
    }
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
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ProcessClock.now }
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
