#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// Protocols like those of apps, and the options of their modules and tests.
  struct Corpus {
    struct Mode: Sendable, CustomTestStringConvertible {
      let app: [String]
      let fakes: [String]
      var isPublic = false
      /// `Legacy.swift` does not compile in Swift 6 mode.
      var isModern: Bool { !app.contains("5") }
      var testDescription: String {
        "\(app.joined(separator: " ")) / \(fakes.joined(separator: " "))"
      }
    }

    /// The options that compile the protocols, except for the language mode.
    static let options = [
      "-suppress-warnings", "-enable-experimental-feature",
      "SuppressedAssociatedTypes",
    ]

    static let features = [
      "MemberImportVisibility", "InternalImportsByDefault",
    ].flatMap { ["-enable-upcoming-feature", $0] }
    private static let five = ["-swift-version", "5"]
    private static let six = ["-swift-version", "6"]
    private static let isolated = ["-default-isolation", "MainActor"]

    /// The mode that the tests always run.
    static let sample = [Mode(app: six, fakes: six + features)]
    private static let nonsending = ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]

    static let all =
      sample + [
        Mode(app: five, fakes: five),
        // If a file imports a module and a declaration of it, the compiler warns that one of the imports is unused.
        Mode(
          app: five, fakes: five + features + ["-no-warnings-as-errors"],
          isPublic: true),
        Mode(app: six + isolated, fakes: six),
        Mode(
          app: six + isolated + nonsending, fakes: six + isolated + features + nonsending),
      ]

    /// `FAKED_TESTS=all FAKED_CORPUS=all swift test --filter CorpusTests` runs all modes, and checks isolation.
    static let isWhole = ProcessInfo.processInfo.environment["FAKED_CORPUS"] == "all"

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus")

    static func source(_ name: String) -> URL { folder.appending(path: "\(name).swift") }

    static func sources(for mode: Mode) throws -> [URL] {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return files.filter { !mode.isModern || $0.lastPathComponent != "Legacy.swift" }
        .sorted { $0.path < $1.path }
    }
  }
#endif
