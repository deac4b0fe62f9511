import Foundation
import TestSupport
import Testing
import faked_generate

/// The fakes in Tests/GeneratedFakeTests/Fakes, which that target compiles and tests, match the fakes that the
/// generator writes for the protocols in Tests/Shapes.
///
/// `FAKED_TESTS=all FAKED_WRITE_GOLDENS=1 swift test --filter GoldenTests` writes them.
struct GoldenTests {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = tests.appending(path: "GeneratedFakeTests/Fakes")

  @Test func everyGoldenFileMatchesTheGenerator() throws {
    let writer = FakeGenerator([
      SourceModule(
        name: "Shapes", files: try Self.sources(in: Self.tests.appending(path: "Shapes")))
    ])
    let isWriting = ProcessInfo.processInfo.environment["FAKED_WRITE_GOLDENS"] != nil
    var names: [String] = []
    for type in writer.protocols {
      let fake = try #require(writer.fake(of: type).fake)
      let file = Self.folder.appending(path: "\(fake.fakeName).swift")
      if isWriting { try fake.text.write(to: file, atomically: true, encoding: .utf8) }
      #expect((try? String(contentsOf: file, encoding: .utf8)) == fake.text, "\(type.name)")
      names.append(file.lastPathComponent)
    }
    #expect(try Self.sources(in: Self.folder).map(\.lastPathComponent) == names.sorted())
  }

  private static func sources(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }
}
