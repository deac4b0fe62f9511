import Faked

/// A picture of a tree of orders: one line for each thing that happens, passing branches green, broken ones red.
///
/// The lines are indented like folders in a list. A shared beginning is drawn once.
package struct OrderPicture {
  /// The things that happen in the orders of a node, and the orders that follow.
  package struct Branch {
    /// The things that happen, in order.
    let labels: [String]
    let passingCount: Int
    let brokenCount: Int
    let children: [Branch]

    package init(
      labels: [String], passingCount: Int, brokenCount: Int, children: [Branch] = []
    ) {
      self.labels = labels
      self.passingCount = passingCount
      self.brokenCount = brokenCount
      self.children = children
    }
  }

  private let title: String
  private let root: Branch

  /// Creates the picture of a tree, below a first line.
  package init(title: String, root: Branch) {
    self.title = title
    self.root = root
  }

  private static let lineHeight = 22
  private static let indent = 22
  private static let margin = 16
  /// The width of a character of the monospaced font.
  private static let characterWidth = 7.3
  /// The number of things that one branch shows.
  private static let maxLabels = 6
  private static let maxCharacters = 120

  private struct Line {
    let depth: Int
    let text: String
    let kind: String
    /// A Boolean value that indicates whether the line begins a branch, or ends an order.
    let hasMark: Bool
    /// The line at which the branch that contains this one begins.
    let parent: Int?
  }

  /// The picture as an SVG document.
  package var svg: String {
    let lines = lines
    let width =
      (lines.map { line in
        Double(line.depth * Self.indent) + Double(line.text.count) * Self.characterWidth
      } + [Double(title.count) * Self.characterWidth]).max() ?? 0
    let size = (width: Int(width) + 3 * Self.margin, height: Self.y(of: lines.count) + Self.margin)
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)" \
      width="\(size.width)" height="\(size.height)">
      <style>
      .page { fill: #ffffff; }
      text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; }
      .title { font-weight: bold; }
      .passing { fill: #1a7f37; stroke: #1a7f37; }
      .broken { fill: #cf222e; stroke: #cf222e; }
      .mixed { fill: #6e7781; stroke: #6e7781; }
      text.passing, text.broken { stroke: none; }
      text.mixed { stroke: none; fill: #1f2328; }
      path { fill: none; stroke-width: 1.5; }
      @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117; }
      text, text.mixed { fill: #e6edf3; }
      .passing, text.passing { fill: #3fb950; stroke: #3fb950; }
      .broken, text.broken { fill: #ff7b72; stroke: #ff7b72; }
      .mixed { stroke: #8b949e; }
      text.passing, text.broken { stroke: none; }
      path { fill: none; }
      }
      </style>
      <rect class="page" width="100%" height="100%"/>
      <text class="title" x="\(Self.margin)" y="\(Self.y(of: 0) - 18)">\(title.asXML)</text>
      """
    let body = lines.indices.map { svg(of: lines[$0], at: $0) }
    return ([head] + body + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func y(of line: Int) -> Int { 3 * margin + line * lineHeight }
  private static func x(of depth: Int) -> Int { margin + depth * indent }

  private func svg(of line: Line, at number: Int) -> String {
    let (x, y) = (Self.x(of: line.depth), Self.y(of: number))
    var parts: [String] = []
    if let parent = line.parent, line.hasMark {
      let start = (x: Self.x(of: line.depth - 1) + 4, y: Self.y(of: parent) + 2)
      parts.append(
        "<path class=\"\(line.kind)\" d=\"M \(start.x) \(start.y) V \(y - 4) H \(x + 1)\"/>")
    }
    if line.hasMark {
      parts.append("<circle class=\"\(line.kind)\" cx=\"\(x + 4)\" cy=\"\(y - 4)\" r=\"3\"/>")
    }
    parts.append(
      "<text class=\"\(line.kind)\" x=\"\(x + 14)\" y=\"\(y)\">\(line.text.asXML)</text>")
    return parts.joined()
  }

  private var lines: [Line] {
    var lines: [Line] = []
    func add(_ branch: Branch, _ depth: Int, _ parent: Int?) {
      let kind =
        branch.brokenCount == 0 ? "passing" : branch.passingCount == 0 ? "broken" : "mixed"
      let start = lines.count
      var texts = abridged(branch.labels, to: Self.maxLabels).map(Self.short)
      if texts.isEmpty { texts = [parent == nil ? "start" : "end"] }
      if branch.children.isEmpty { texts[texts.count - 1] += Self.result(of: branch) }
      for (number, text) in texts.enumerated() {
        lines.append(
          Line(
            depth: depth, text: text, kind: kind, hasMark: number == 0,
            parent: number == 0 ? parent : nil))
      }
      for child in branch.children { add(child, depth + 1, start) }
    }
    add(root, 0, nil)
    return lines
  }

  private static func result(of leaf: Branch) -> String {
    switch (leaf.passingCount, leaf.brokenCount) {
    case (1, 0): " ✓"
    case (0, 1): " ✗"
    case (let passing, 0): " ✓ \(plural(passing, "order"))"
    case (0, let broken): " ✗ \(plural(broken, "order"))"
    case (let passing, let broken): " \(plural(passing + broken, "order")), \(broken) broken"
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > maxCharacters ? line.prefix(maxCharacters) + "…" : line
  }
}

extension String {
  /// The text as the content of an XML element. Characters that XML doesn't allow are left out.
  fileprivate var asXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        text.unicodeScalars.append(scalar)
      default: break
      }
    }
    return text
  }
}
