import FakedClients
import Foundation
import Testing

/// The contract of every keychain storage. If these tests pass for the fake and the real storage, tests that use
/// the fake are meaningful for the real one.
@Suite(.serialized) struct KeychainContractTests {
  private static let sides = KeychainSide.available

  @Test(
    .enabled(
      if: sides.contains(.system),
      """
      The contract was held against the fake alone. \
      \(KeychainSide.systemFailure.map { "\($0)" } ?? "")
      """))
  func theSystemKeychainIsTested() throws {
    if let failure = KeychainSide.systemFailure { throw failure }
  }

  @Test(arguments: sides)
  func dataRoundTripsUntilItIsRemoved(_ side: KeychainSide) async throws {
    let values = [
      Data(), Data([0]), Data([0, 0, 0]), Data("text".utf8), Data("text\n".utf8),
      Data([0xFF, 0xFE]), Data(UInt8.min...UInt8.max), Data([0xEF, 0xBB, 0xBF]),
      Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }),
      Data("xxnew".utf8).dropFirst(2),
    ]
    try await side.withStorage { storage in
      #expect(try storage.data(for: "key") == nil)
      try storage.removeData(for: "key")
      try storage.reset()
      for value in values {
        try storage.set(data: value, for: "key")
        let data = try #require(try storage.data(for: "key"))
        #expect(data == value && data.startIndex == 0)
      }
      for _ in 1...2 { try storage.removeData(for: "key") }
      #expect(try storage.data(for: "key") == nil)
    }
  }

  @Test(arguments: sides)
  func keysAreIndependentUntilTheyAreReset(_ side: KeychainSide) async throws {
    let keys = Array(NastyKeys.all.enumerated())
    try await side.withStorage { storage in
      for (index, key) in keys { try storage.set(data: Data("value \(index)".utf8), for: key) }
      for (index, key) in keys {
        let data = try storage.data(for: key)
        #expect(data == Data("value \(index)".utf8), "\(key.debugDescription)")
      }
      // Remove half of the keys one at a time.
      for (index, key) in keys where index % 2 == 0 { try storage.removeData(for: key) }
      for (index, key) in keys {
        let data = try storage.data(for: key)
        #expect((data == nil) == (index % 2 == 0), "\(key.debugDescription)")
      }
      try storage.reset()
      #expect(try keys.filter { try storage.data(for: $0.element) != nil }.isEmpty)
    }
  }

  @Test(arguments: sides)
  func storagesWithDifferentIdentifiersAreSeparate(_ side: KeychainSide) async throws {
    // One name is a prefix of the other, is empty, or needs characters that the keyring does not accept.
    for (one, other) in [("a", "ab"), ("", "a"), ("\0", "%00"), ("\u{E9}", "e\u{301}")] {
      // With the system keychain, each use is a different storage.
      try await side.withStorages { storages in
        try storages[one].set(data: Data([1]), for: "key")
        #expect(try storages[other].data(for: "key") == nil)
        try storages[other].set(data: Data([2]), for: "key")
        #expect(try storages[one].data(for: "key") == Data([1]))
        try storages[one].reset()
        #expect(try storages[one].data(for: "key") == nil)
        #expect(try storages[other].data(for: "key") == Data([2]))
      }
    }
  }
}

/// Keys that a keychain might truncate, confuse, repair, or refuse.
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

  /// Scalars at the ends and in the middle of each of the 17 planes of Unicode.
  private static let planes: [String] = (0...16 as ClosedRange<UInt32>).flatMap { plane in
    [0x0100, 0x8000, 0xFDD0, 0xFFFE, 0xFFFF].compactMap { offset in
      Unicode.Scalar(plane << 16 | offset).map { "plane \($0)" }
    }
  }
}
