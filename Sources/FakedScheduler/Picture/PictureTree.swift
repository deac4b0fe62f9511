/// The orders of an exploration as a tree, in which each shared beginning appears once.
package struct PictureTree: Sendable {
  /// An order that was run.
  package struct Order: Sendable {
    /// The chosen options, in order.
    let path: [Int]
    let isBroken: Bool

    package init(_ path: [Int], isBroken: Bool) {
      self.path = path
      self.isBroken = isBroken
    }
  }

  /// The orders with one beginning.
  package struct Node: Sendable {
    /// The choices that all of the orders share, and that the parent does not determine.
    package let choices: Range<Int>
    /// One of the orders.
    let example: Int
    package let passingCount: Int
    package let brokenCount: Int
    /// Empty for one order, and for several that are not shown.
    package fileprivate(set) var children: [Node] = []
    fileprivate let orders: Range<Int>

    package var count: Int { passingCount + brokenCount }
    /// A Boolean value that indicates whether all of the orders pass, or all are broken.
    var isUniform: Bool { passingCount == 0 || brokenCount == 0 }
  }

  /// The orders, those with the same beginning next to each other.
  let orders: [Order]
  package private(set) var root: Node

  /// Creates the tree.
  ///
  /// - Parameters:
  ///   - orders: The orders. At least one.
  ///   - maxLeaves: The maximum number of leaves. Orders that all pass or all break stay together first.
  package init(of orders: [Order], maxLeaves: Int = 60) {
    self.orders = orders.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    root = Self.node(self.orders.indices, from: 0, in: self.orders)
    var leafCount = 1
    // Groups with both kinds of orders come first, so that the border between the two becomes visible.
    for onlyMixed in [true, false] {
      var level = [[Int]()]
      while !level.isEmpty {
        var next: [[Int]] = []
        for path in level {
          let children = expand(path, onlyMixed: onlyMixed, most: maxLeaves - leafCount + 1)
          if children.isNew { leafCount += children.count - 1 }
          next += (0..<children.count).map { path + [$0] }
        }
        level = next
      }
    }
  }

  /// Divides the orders of a node. Returns the number of its children.
  private mutating func expand(
    _ path: [Int], onlyMixed: Bool, most: Int
  ) -> (count: Int, isNew: Bool) {
    let node = self[path]
    if !node.children.isEmpty { return (node.children.count, false) }
    if onlyMixed, node.isUniform { return (0, false) }
    let children = Self.children(of: node, in: orders)
    guard !children.isEmpty, children.count <= most else { return (0, false) }
    self[path].children = children
    return (children.count, true)
  }

  private subscript(path: [Int]) -> Node {
    get { path.reduce(root) { $0.children[$1] } }
    set { Self.replace(&root, path[...], by: newValue) }
  }

  private static func replace(_ node: inout Node, _ path: ArraySlice<Int>, by new: Node) {
    guard let first = path.first else {
      node = new
      return
    }
    replace(&node.children[first], path.dropFirst(), by: new)
  }

  /// Returns the node of orders that share their first choices.
  private static func node(_ range: Range<Int>, from start: Int, in orders: [Order]) -> Node {
    // The orders are sorted: what the first and the last share, all share.
    let (first, last) = (orders[range.lowerBound].path, orders[range.upperBound - 1].path)
    let shared = zip(first, last).prefix { $0 == $1 }.count
    let brokenCount = orders[range].count { $0.isBroken }
    return Node(
      choices: start..<max(start, shared), example: range.lowerBound,
      passingCount: range.count - brokenCount, brokenCount: brokenCount, orders: range)
  }

  private static func children(of node: Node, in orders: [Order]) -> [Node] {
    var children: [Node] = []
    let index = node.choices.upperBound
    var rest = node.orders
    while rest.count > 0, node.orders.count > 1 {
      let path = orders[rest.lowerBound].path
      let option = path.count > index ? path[index] : nil
      let count = orders[rest].prefix { order in
        (order.path.count > index ? order.path[index] : nil) == option
      }.count
      let range = rest.lowerBound..<rest.lowerBound + count
      children.append(Self.node(range, from: index, in: orders))
      rest = range.upperBound..<rest.upperBound
    }
    return children.count > 1 ? children : []
  }
}

extension PictureTree {
  /// The largest groups of orders that begin in the same way and are all broken: the nodes from the root to each.
  package var brokenGroups: [[Node]] {
    var groups: [[Node]] = []
    func visit(_ node: Node, _ path: [Node]) {
      if node.passingCount == 0 {
        groups.append(path + [node])
      } else if node.brokenCount > 0 {
        for child in node.children { visit(child, path + [node]) }
      }
    }
    visit(root, [])
    return groups
  }
}

extension PictureTree {
  /// A Boolean value that indicates whether a leaf contains orders that pass and orders that break.
  var hasMixedLeaf: Bool {
    allNodes.contains { $0.children.isEmpty && !$0.isUniform }
  }

  /// One order of each node.
  var examples: Set<Int> { Set(allNodes.map(\.example)) }

  private var allNodes: [Node] {
    func nodes(from node: Node) -> [Node] { [node] + node.children.flatMap(nodes) }
    return nodes(from: root)
  }
}
