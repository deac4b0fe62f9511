import Faked
import Testing
import faked_generate

struct UnifiedDifferenceTests {
  private func difference(_ old: String, _ new: String) -> String {
    unifiedDifference(from: old, to: new, labels: ("old", "new"))
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", ""), ("", "", ""), ("a\r\nb\r\n", "a\nb\n", ""),
    ("", "a\nb\n", "--- old\n+++ new\n@@ -0,0 +1,2 @@\n+a\n+b\n"),
    ("a\n", "", "--- old\n+++ new\n@@ -1 +0,0 @@\n-a\n"),
    (
      "a\nb", "a\nb\n",
      "--- old\n+++ new\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"
    ),
  ]) func missingNewlinesAreDifferences(old: String, new: String, text: String) {
    #expect(difference(old, new) == text)
  }

  @Test func distantChangesAreSeparateHunks() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "3\n").replacing("\n12\n", with: "\ntwelve\n12½\n")
      .replacing("18\n", with: "18\n18½\n")
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
        @@ -9,12 +8,14 @@
         9
         10
         11
        -12
        +twelve
        +12½
         13
         14
         15
         16
         17
         18
        +18½
         19
         20

        """)
    let seven = new.replacing("18½\n19\n", with: "19\n19½\n")
    #expect(difference(old, seven).split(separator: "\n").count { $0.hasPrefix("@@") } == 3)
  }

  @Test(arguments: 0..<50) func applyingADifferenceTurnsOneTextIntoTheOther(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Int.random(in: 0...9, using: &random)
    }
    var new = old
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random) || index == new.count {
        new.insert(Int.random(in: 0...9, using: &random), at: index)
      } else {
        new.remove(at: index)
      }
    }
    let text = difference(Self.text(of: old), Self.text(of: new))
    #expect(Self.apply(text, to: old.map(String.init)) == new.map(String.init))
  }

  private static func text(of numbers: [Int]) -> String { numbers.map { "\($0)\n" }.joined() }

  /// Applies a difference, as `patch` does. Returns `nil` if a line isn't where the difference says.
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
