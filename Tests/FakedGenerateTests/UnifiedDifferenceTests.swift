import Faked
import Testing
import faked_generate

struct UnifiedDifferenceTests {
  private func difference(_ old: String, _ new: String) -> String {
    unifiedDifference(from: old, to: new, labels: ("old", "new"))
  }

  @Test func equalTextsHaveNone() {
    #expect(difference("a\nb\n", "a\nb\n") == "")
    #expect(difference("", "") == "")
    #expect(difference("a\r\nb\r\n", "a\nb\n") == "")
  }

  @Test func aChangeIsShownWithThreeLinesAroundIt() {
    let old = (1...9).map { "\($0)\n" }.joined()
    #expect(
      difference(old, old.replacing("5\n", with: "five\n5½\n")) == """
        --- old
        +++ new
        @@ -2,7 +2,8 @@
         2
         3
         4
        -5
        +five
        +5½
         6
         7
         8

        """)
  }

  @Test func changesFarApartAreHunksOfTheirOwn() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "3\n").replacing("19\n", with: "19\n19½\n")
    #expect(
      difference(old, new) == """
        --- old
        +++ new
        @@ -1,5 +1,4 @@
         1
        -2
         3
         4
         5
        @@ -17,4 +16,5 @@
         17
         18
         19
        +19½
         20

        """)
  }

  @Test func changesWithSixLinesBetweenThemShareAHunk() {
    let old = (1...9).map { "\($0)\n" }.joined()
    let six = old.replacing("1\n", with: "one\n").replacing("8\n", with: "eight\n")
    #expect(difference(old, six).split(separator: "\n").count { $0.hasPrefix("@@") } == 1)
    let seven = old.replacing("1\n", with: "one\n").replacing("9\n", with: "nine\n")
    #expect(difference(old, seven).split(separator: "\n").count { $0.hasPrefix("@@") } == 2)
  }

  @Test func whatIsAllNewOrAllGoneBeginsAtZero() {
    #expect(difference("", "a\nb\n") == "--- old\n+++ new\n@@ -0,0 +1,2 @@\n+a\n+b\n")
    #expect(difference("a\n", "") == "--- old\n+++ new\n@@ -1 +0,0 @@\n-a\n")
  }

  @Test func aMissingNewlineAtTheEndIsADifference() {
    #expect(
      difference("a\nb", "a\nb\n") == """
        --- old
        +++ new
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b

        """)
  }

  @Test(arguments: 0..<50) func anyDifferenceLeadsFromOneTextToTheOther(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Int.random(in: 0...9, using: &random)
    }
    var new = old
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random) || place == new.count {
        new.insert(Int.random(in: 0...9, using: &random), at: place)
      } else {
        new.remove(at: place)
      }
    }
    let text = difference(Self.text(of: old), Self.text(of: new))
    #expect(Self.apply(text, to: old.map(String.init)) == new.map(String.init))
  }

  private static func text(of numbers: [Int]) -> String { numbers.map { "\($0)\n" }.joined() }

  /// What `patch` does; `nil` when a line is not where the difference says.
  private static func apply(_ difference: String, to old: [String]) -> [String]? {
    var result: [String] = []
    var next = 0
    for line in difference.split(separator: "\n").dropFirst(2) {
      if let head = line.firstMatch(of: /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@$/) {
        guard let line = Int(head.1), let start = Int(head.3) else { return nil }
        let first = line - (head.2 == "0" ? 0 : 1)
        guard first >= next else { return nil }
        result += old[next..<first]
        next = first
        // A hunk without new lines names the line before it.
        guard start == result.count + 1 || start == result.count else { return nil }
        continue
      }
      let text = String(line.dropFirst())
      if line.first != "+" {
        guard next < old.count, old[next] == text else { return nil }
        next += 1
      }
      if line.first != "-" { result.append(text) }
    }
    return result + old[next...]
  }
}
