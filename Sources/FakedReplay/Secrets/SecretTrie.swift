/// A set of texts, stored as a tree of bytes, so that one pass over a body finds all texts in every form.
struct SecretTrie: Sendable {
  private struct Node: Sendable {
    let byte: UInt8
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// A Boolean value that indicates whether a text ends here.
    var isEnd = false
    /// A Boolean value that indicates whether the next character of base64 has the last bits of the text.
    var hasTail = false
  }

  private struct State: Hashable {
    let node: Int32
    let position: Int
  }

  /// All nodes, the root first. The root is never a child, so the index 0 means that there is no node.
  private var nodes = [Node(byte: 0)]
  /// A Boolean value for each byte that indicates whether a text begins with it.
  private var firstBytes = [Bool](repeating: false, count: 256)
  private let isBase64: Bool

  init(isBase64: Bool = false) { self.isBase64 = isBase64 }

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasTail: A Boolean value that indicates whether the next character of base64 has the last bits of the text.
  mutating func insert(_ text: some Sequence<UInt8>, hasTail: Bool = false) {
    var node: Int32 = 0
    for byte in text {
      if let child = child(of: node, byte) {
        node = child
        continue
      }
      if node == 0 { firstBytes[Int(byte)] = true }
      let child = Int32(nodes.count)
      nodes.append(Node(byte: byte, nextSibling: nodes[Int(node)].firstChild))
      nodes[Int(node)].firstChild = child
      node = child
    }
    nodes[Int(node)].isEnd = true
    if hasTail { nodes[Int(node)].hasTail = true }
  }

  /// Returns the end of the longest text that begins at a position, in any form.
  func end(in body: EscapedBytes, from start: Int) -> Int? {
    let first = body[start]
    guard firstBytes[Int(normalized(first))] || EscapedBytes.marks[Int(first)] else { return nil }
    var longest: Int?
    var states = [State(node: 0, position: start)]
    // Characters with several readings can reach the same state in several ways.
    var seen: Set<State> = []
    func visit(_ state: State) {
      if seen.insert(state).inserted { states.append(state) }
    }
    while let state = states.popLast() {
      let node = nodes[Int(state.node)]
      if node.isEnd {
        let end = node.hasTail ? body.endOfBase64(from: state.position) : state.position
        longest = max(longest ?? 0, end)
      }
      if node.firstChild == 0 { continue }
      let position = nextPosition(in: body, after: state)
      guard position < body.count else { continue }
      let byte = body[position]
      if let child = child(of: state.node, normalized(byte)) {
        states.append(State(node: child, position: position + 1))
      }
      guard EscapedBytes.marks[Int(byte)] else { continue }
      for (bytes, end) in body.readings(at: position) {
        if let child = descendant(of: state.node, bytes) {
          visit(State(node: child, position: end))
        } else if isBase64, state.node != 0, bytes.allSatisfy(EscapedBytes.isLineBreak) {
          visit(State(node: state.node, position: end))
        }
      }
    }
    return longest
  }

  /// Returns the position of the next character of a text.
  private func nextPosition(in body: EscapedBytes, after state: State) -> Int {
    if state.node == 0 { return state.position }
    return isBase64
      ? body.skippingSpace(from: state.position) : body.skippingZeros(from: state.position)
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32? {
    var child = nodes[Int(node)].firstChild
    while child != 0 {
      if nodes[Int(child)].byte == byte { return child }
      child = nodes[Int(child)].nextSibling
    }
    return nil
  }

  private func descendant(of node: Int32, _ bytes: [UInt8]) -> Int32? {
    bytes.reduce(Int32?(node)) { node, byte in node.flatMap { child(of: $0, normalized(byte)) } }
  }

  /// Returns the byte in the standard alphabet of base64 for a byte in its alphabet for URLs.
  private func normalized(_ byte: UInt8) -> UInt8 {
    guard isBase64 else { return byte }
    switch byte {
    case UInt8(ascii: "-"): return UInt8(ascii: "+")
    case UInt8(ascii: "_"): return UInt8(ascii: "/")
    default: return byte
    }
  }
}
