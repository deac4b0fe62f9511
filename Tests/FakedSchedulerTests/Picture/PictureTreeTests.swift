import FakedScheduler
import Testing

@Suite struct PictureTreeTests {
  @Test func aSharedBeginningAppearsOnce() {
    let tree = PictureTree(of: [
      .init([0, 0, 1], isBroken: false), .init([0, 0, 0], isBroken: true),
      .init([1, 0], isBroken: false),
    ])
    #expect(tree.root.choices == 0..<0)
    #expect(tree.root.children.map(\.choices) == [0..<2, 0..<2])
    #expect(tree.root.children.map(\.count) == [2, 1])
    #expect(tree.root.children[0].children.map(\.brokenCount) == [1, 0])
    #expect(tree.root.children[0].children.map(\.choices) == [2..<3, 2..<3])
  }

  @Test func whatAllOrdersShareIsTheRoot() {
    let tree = PictureTree(of: [.init([2, 0], isBroken: false), .init([2, 1], isBroken: true)])
    #expect(tree.root.choices == 0..<1)
    #expect(tree.root.children.count == 2)
  }

  @Test func aTreeOfManyOrdersHasFewLeaves() {
    let orders = (0..<4_096).map { number in
      PictureTree.Order(
        (0..<12).map { number >> (11 - $0) & 1 }, isBroken: number >> 9 == 5 || number == 9)
    }
    let tree = PictureTree(of: orders)
    #expect(leaves(of: tree.root) <= 60)
    #expect(tree.root.count == 4_096)
    #expect(tree.brokenGroups.map { $0.last?.count } == [1, 512])
  }

  @Test func ordersThatBehaveDifferentlyAreDividedFirst() {
    let orders = (0..<64).map { number in
      PictureTree.Order((0..<6).map { number >> (5 - $0) & 1 }, isBroken: number >= 32)
    }
    let tree = PictureTree(of: orders, maxLeaves: 2)
    #expect(tree.root.children.map(\.brokenCount) == [0, 32])
    #expect(tree.root.children.allSatisfy { $0.children.isEmpty })
  }

  private func leaves(of node: PictureTree.Node) -> Int {
    node.children.isEmpty ? 1 : node.children.reduce(0) { $0 + leaves(of: $1) }
  }
}
