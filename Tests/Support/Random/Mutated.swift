import Faked

extension Array<UInt8> {
  /// Returns a copy with a few random changes, or sometimes none: flipped bits, dropped and repeated bytes,
  /// swapped chunks, extreme numbers, deeply nested brackets, inserted words, or a missing end.
  package func mutated(_ words: [String] = [], using random: inout SeededNumbers) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 0...4, using: &random) { bytes.mutate(words, &random) }
    return bytes
  }

  private mutating func mutate(_ words: [String], _ random: inout SeededNumbers) {
    let at = Int.random(in: 0...count, using: &random)
    let chunk = at..<Swift.min(count, at + Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where at < count: self[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where at < count: self[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 2: removeSubrange(chunk)
    case 3: insert(contentsOf: self[chunk], at: at)
    case 4:
      let moved = self[chunk]
      removeSubrange(chunk)
      insert(contentsOf: moved, at: Int.random(in: 0...count, using: &random))
    case 5: removeSubrange(at...)
    case 6: insert(contentsOf: Self.notUTF8.randomElement(using: &random) ?? [], at: at)
    case 7: replaceNumber(from: at, &random)
    case 8: append(contentsOf: self[chunk])
    case 9:
      let deep = Int.random(in: 0..<200, using: &random) == 0
      let depth = deep ? 100_000 : Int.random(in: 1...300, using: &random)
      let bracket = "[{(<\"".utf8.randomElement(using: &random) ?? 0
      insert(contentsOf: repeatElement(bracket, count: depth), at: at)
    default: insert(contentsOf: (words.randomElement(using: &random) ?? "0").utf8, at: at)
    }
  }

  private static let notUTF8: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0], [0xEF, 0xBB, 0xBF],
  ]

  /// Returns the digits from a position, or four bytes that may be a length if there are none.
  private mutating func replaceNumber(from start: Int, _ random: inout SeededNumbers) {
    guard let first = self[start...].firstIndex(where: { 48...57 ~= $0 }) else {
      let index = start / 4 * 4
      guard index + 4 <= count else { return }
      return replaceSubrange(index..<index + 4, with: repeatElement(0xFF, count: 4))
    }
    let end = self[first...].firstIndex { !(48...57 ~= $0) } ?? count
    let number =
      [
        "-1", "0", "00", "+1", "1e999", "-0.0", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809", "4294967296", "999999999999999999",
      ].randomElement(using: &random) ?? "0"
    replaceSubrange(first..<end, with: number.utf8)
  }
}
