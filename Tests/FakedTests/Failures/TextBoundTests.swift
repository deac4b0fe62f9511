import Faked
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Any) -> Int, Throws> = "take"
  let send: FunctionID<(String) -> Int, Throws> = "send"
  let sort: FunctionID<([Int]) -> Int, Throws> = "sort"
  func send(_ text: String) throws -> Int { try handleCall(\.send, text) }
}

private final class Node {
  var left: Node?
  var right: Node?
  let value: Int
  init(_ value: Int, _ child: Node? = nil) {
    self.value = value
    (left, right) = (child, child)
  }

  /// A tree whose branches are shared, so that few nodes have very many paths.
  static func shared(depth: Int, leaf: Int) -> Node {
    (1...depth).reduce(Node(leaf)) { child, value in Node(value, child) }
  }
}

private struct Mirrors: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["one": Mirrors(), "other": Mirrors()]) }
}

private struct Wide {
  let parts: [[[[String]]]]
  init() {
    let texts = Array(repeating: String(repeating: "x", count: 1_000), count: 100)
    parts = Array(
      repeating: Array(repeating: Array(repeating: texts, count: 100), count: 100), count: 100)
  }
}

private struct Part: CustomStringConvertible {
  let reads: Captured<Int>
  var description: String {
    reads.withValue { $0 += 1 }
    return "part"
  }
}

private func nested<Value>(_ value: Value) -> [Value] { Array(repeating: value, count: 20) }

/// Texts have a maximum length: values are truncated before they are read completely.
struct TextBoundTests {
  private let fake = Fake()

  private func text(_ call: () throws -> Void) -> String {
    do {
      try call()
      return ""
    } catch { return "\(error)" }
  }

  @Test func aLongStringIsTruncatedWithItsLength() {
    let long = String(repeating: "a", count: 10_000_000)
    let message = text { _ = try fake.send(long) }
    #expect(message.contains("aaa…aaa"))
    #expect(message.contains("(10000000 bytes)"))
    #expect(message.utf8.count < 2_000)
    // A character of many scalars is truncated, too.
    let accents = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(text { _ = try fake.send(accents) }.utf8.count < 5_000)
  }

  @Test func longStringsStartAtTheDifference() {
    let long = String(repeating: "a", count: 5_000_000)
    fake.when(\.send, with: long + "b").thenReturn(1)
    let message = text { _ = try fake.send(long + "c") }
    #expect(
      message.contains(
        """
        expected "…aaaaaaaaaaaaaaaaaaaab" (5000001 bytes), was "…aaaaaaaaaaaaaaaaaaaac" \
        (5000001 bytes)
        """))
  }

  @Test func largeValuesAndCustomDescriptionsAreReadUpToALimit() {
    #expect(text { _ = try fake.handleCall(\.take, Wide()) }.utf8.count < 2_000)
    #expect(text { _ = try fake.handleCall(\.take, Mirrors()) }.utf8.count < 2_000)
    let reads = Captured(0)
    let cube = nested(nested(nested(Part(reads: reads))))
    #expect(text { _ = try fake.handleCall(\.take, cube) }.contains("part, part"))
    #expect(reads.value < 1_000)
    fake.when(\.take, matching: .type([Int].self, .equal([1]))).thenReturn(1)
    #expect(text { _ = try fake.handleCall(\.take, [2]) }.contains("expected [Int] [1], was [2]"))
  }

  @Test func sharedBranchesAreComparedOnce() {
    func failure(_ leaf: Int) -> FakedError? {
      FakeHolder(Node.shared(depth: 50, leaf: 1))
        .failure(of: "value", expected: Node.shared(depth: 50, leaf: leaf))
    }
    #expect(failure(1) == nil)
    #expect(failure(2)?.message.contains("value: expected 2, was 1") == true)
  }

  @Test func manyMismatchedStubsAreListedNearestFirst() {
    for number in 0..<1_000 { fake.when(\.send, with: "\(number)").thenReturn(number) }
    let message = text { _ = try fake.send("x") }
    #expect(message.split(separator: "\n").count == 23)
    #expect(message.contains("\n  … and 980 more stubs\n"))
    #expect((try? fake.send("7")) == 7)
  }

  @Test func aLongNameHasNoSuggestion() throws {
    let name = String(repeating: "n", count: 3_000)
    fake.when("\(name)a") { _, _ in 1 }
    #expect(!text { _ = try fake.handleCall(function: name) as Int }.contains("A similar name"))
  }

  @Test func manyDifferencesAreTruncated() {
    fake.when(\.sort, with: Array(repeating: 0, count: 100_000)).thenReturn(1)
    let message = text { _ = try fake.handleCall(\.sort, Array(repeating: 1, count: 100_000)) }
    #expect(message.contains("[0]: expected 0, was 1; "))
    #expect(message.utf8.count < 3_000)
  }

  @Test func aDistantDifferenceIsNotSearched() {
    let zeros = Array(repeating: 0, count: 20_000)
    fake.when(\.sort, with: zeros + [1]).thenReturn(1)
    let message = text { _ = try fake.handleCall(\.sort, zeros + [2]) }
    #expect(message.contains("they differ further on"))
  }
}
