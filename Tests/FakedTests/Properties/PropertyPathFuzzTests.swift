import Faked
import TestSupport
import Testing

/// Random paths, valid and invalid.
@Suite struct PropertyPathFuzzTests {
  /// Every path that a failure prints is valid, and leads to the value that it was printed for.
  @Test func everyPathIsResolvedOrRefused() async throws {
    try await Fuzz("property paths").run { random in
      // The first line makes the tree, the second is the path.
      let seed = random.next()
      var tree = SeededNumbers(seed: seed)
      let (_, paths) = Tree.random(depth: 4, at: "root", &tree)
      let path = Array((paths.randomElement(using: &random)?.path ?? "").utf8)
      return "\(seed)\n" + String(decoding: path.mutated(Tree.words, using: &random), as: UTF8.self)
    } read: { text in
      let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      var tree = SeededNumbers(seed: UInt64(parts[0]) ?? 1)
      let path = parts.count > 1 ? String(parts[1]) : ""
      let (value, paths) = Tree.random(depth: 4, at: "root", &tree)
      let fake = FakeTree(root: value)
      if let leaf = paths.first(where: { $0.path == path }) {
        try fake.assertProp(path, expectedValue: leaf.value)
      }
      do { try fake.assertProp(path, expectedValue: Marker()) } catch {
        let message = "\(error)"
        if message.utf8.count > 4_000 { throw Fuzz.Flaw("\(message.utf8.count) bytes of message") }
        if case .noPropertyFound = error as? FakedError { return false }
        return true
      }
      throw Fuzz.Flaw("a value equals one that is nowhere in the tree")
    }
  }
}

private struct FakeTree: Faked {
  let instanceId = "tree"
  let root: Any
}

private struct Marker: Equatable {}

private struct Branch {
  let left: Any
  let right: Any?
}

/// Random values with the paths to all of their leaves.
private enum Tree {
  typealias Leaf = (path: String, value: Int)

  static let words = [
    ".", "[", "]", "[0]", ".0", ".+1", ".00", "[-1]", "\"", "\\", "left", ".right", "..", "[\"a\"]",
    "root", "instanceId", "é", "[[", "]]",
  ]

  private static let keys = [
    "a", "a.b", "[]", "a[b]", "\"", "it's", "\\", "", "\u{301}x", "é\n", "0",
  ]

  static func random(
    depth: Int, at path: String, _ random: inout SeededNumbers
  ) -> (value: Any, leaves: [Leaf]) {
    var leaves: [Leaf] = []
    func next(_ step: String) -> Any {
      let (value, inner) = Self.random(depth: depth - 1, at: path + step, &random)
      leaves += inner
      return value
    }
    let kind = depth == 0 ? 0 : Int.random(in: 0...5, using: &random)
    let count = Int.random(in: 0...3, using: &random)
    let value: Any =
      switch kind {
      case 1: Branch(left: next(".left"), right: next(".right"))
      case 2: (0..<count).map { next("[\($0)]") }
      case 3:
        [String: Any](
          keys.shuffled(using: &random).prefix(count).map { ($0, next("[\($0.debugDescription)]")) }
        ) { $1 }
      case 4: [Int: Any]((0..<count).map { ($0 * 7 - 7, next("[\($0 * 7 - 7)]")) }) { $1 }
      case 5: (next(".0"), named: next(".named"))
      default: Int.random(in: 0...99, using: &random)
      }
    if let leaf = value as? Int { leaves.append((path, leaf)) }
    return (value, leaves)
  }
}
