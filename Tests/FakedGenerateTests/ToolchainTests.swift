#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The protocols that the toolchain's own interfaces have: Foundation's, the standard library's and
  /// those of swift-testing.
  @Suite(.tags(.process, .compiler, .slow)) struct ToolchainTests {
    private static let modules = [
      "Swift", "_Concurrency", "Foundation", "FoundationEssentials", "FoundationNetworking",
      "Testing", "Observation", "Synchronization", "_StringProcessing", "RegexBuilder",
    ]

    /// Those that only the compiler or certain types of the library conform to.
    private static let closed: Set<String> = [
      "Actor", "BitwiseCopyable", "CVarArg", "FixedWidthInteger", "StringInterpolationProtocol",
      "StringProtocol", "UnicodeCodec", "UnsafeSendable",
    ]

    /// Takes about a minute, so only `FAKED_TESTS=generator FAKED_CORPUS=all` runs it.
    @Test(.enabled(if: Corpus.isWhole))
    func everyFakeOfTheToolchainsProtocolsCompiles() async throws {
      let compiler = Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.extract(Self.modules))
      var files: [URL] = []
      var refused: [String] = []
      for name in writer.protocols(in: Self.modules) where !Self.closed.contains(name.name) {
        switch writer.fake(of: name) {
        case .written(let fake):
          files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
        case .refused: refused.append(name.name)
        }
      }
      // The executors' jobs cannot be copied; the other two have to name themselves.
      #expect(refused == ["CaseIterable", "SIMDScalar", "SerialExecutor", "TaskExecutor"])
      #expect(files.count > 120)
      try await compiler.check(files, onlyTypes: true, options: ["-no-warnings-as-errors"])
    }
  }
#endif
