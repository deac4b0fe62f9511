/// Keys that a keychain might cut, mix up, repair or refuse.
enum NastyKeys {
  static let all: [String] =
    [
      "", " ", "  ", "a", "A", "key", "key ", " key", "\n", "\r\n", "\t", "\"", "'", "\\", "/",
      "%", "%%", "%00", "%25", "%2500", "\0", "\0\0", "a\0", "a\0b", "a%00b", "\0a", "e\0\u{301}",
      "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{FEFF}", "\u{FEFF}key", "\u{200B}",
      "\u{202E}abc", "\u{7F}", "\u{80}", "\u{FFFD}", "\u{E000}",
      "👩‍👩‍👧‍👦", "🏳️‍🌈", "a=b;c=d", "{a:b}", "*", "?", "[a]", "../etc", "xdg:schema", "service",
      String(repeating: "long ", count: 2_000), String(repeating: "\u{301}", count: 300),
    ] + planes

  /// The ends and the middle of each of the 17 planes of Unicode.
  private static let planes: [String] = (0...16 as ClosedRange<UInt32>).flatMap { plane in
    [0x0100, 0x8000, 0xFDD0, 0xFFFE, 0xFFFF].compactMap { offset in
      Unicode.Scalar(plane << 16 | offset).map { "plane \($0)" }
    }
  }
}
