import Foundation
import Testing
import faked_generate

/// The generator cannot import the library, so its lists of names are compared with the sources.
struct LibraryNamesTests {
  @Test func everyPublicTypeOfTheLibraryIsKnown() throws {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*public (?:(?:final|indirect) )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    let found = try LibraryNamesTests.lines().compactMap { line in
      try isPublic(line) ? declaration.firstMatch(in: line).map { String($0.1) } : nil
    }
    // Declarations under a condition are indented like members, and are left out.
    #expect(Set(found + ["Faked"]).subtracting(LibraryNames.types).sorted() == [])
    #expect(LibraryNames.spelled.keys.filter { !found.contains($0) && $0 != "Faked" } == [])
  }

  @Test func everyPublicMemberOfAFakeIsKnown() throws {
    var isInFake = false
    var found: Set<String> = []
    for line in try LibraryNamesTests.lines() {
      if line.first?.isWhitespace == false {
        isInFake =
          line.contains(/^(?:public )?(?:extension|protocol) Faked\b/) && line.hasSuffix("{")
      }
      guard isInFake, isPublic(line) else { continue }
      let member = try /^ +(?:public (?:nonisolated )?)?(?:func|var) (\w+)/.firstMatch(in: line)
      if let member { found.insert(String(member.1)) }
    }
    // FakedTesting declares members such as `verify`, and the protocol itself declares `instanceId`.
    #expect(found.isSuperset(of: ["when", "maxConcurrentCalls", "allCalls"]))
    #expect(found.subtracting(LibraryNames.members).sorted() == [])
  }

  /// Checked first, because searching every line for a pattern takes seconds.
  private func isPublic(_ line: String) -> Bool { line.contains("public") }

  private static func lines() throws -> [String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let files = ["Faked", "FakedExplore", "FakedScheduler"].flatMap { folder in
      FileManager.default.enumerator(
        at: sources.appending(path: folder), includingPropertiesForKeys: nil)?.compactMap {
          $0 as? URL
        } ?? []
    }
    return try files.filter { $0.pathExtension == "swift" }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "\n") }
  }
}
