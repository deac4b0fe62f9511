#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Every protocol that compiles has a fake that compiles.
  @Suite(.tags(.process, .compiler, .slow)) struct CorpusTests {
    private let compiler = Compiler()

    @Test(arguments: Corpus.isWhole ? Corpus.all : Corpus.sample)
    func everyFakeOfTheCorpusCompiles(mode: Corpus.Mode) async throws {
      let writer = try await compiler.module(
        "CorpusCorpus", Corpus.sources(for: mode), options: Corpus.options + mode.app,
        isIsolated: mode.app.contains("MainActor"))
      let names = writer.protocols
      #expect(names.count > 150)
      #expect(names.filter(\.isPrivate).map(\.name) == ["FilePrivate", "Namespace.Hidden.Deep"])
      let refused = try await check(names.filter { !$0.isPrivate }, options: mode.fakes) {
        writer.fake(of: $0, isPublic: mode.isPublic)
      }
      #expect(refused == [])
    }

    /// Compiles the fakes, and returns the protocols that have none.
    private func check(
      _ names: [FakeableType], onlyTypes: Bool = !Corpus.isWhole, options: [String] = [],
      fake: (FakeableType) -> FakeOutcome
    ) async throws -> [String] {
      var files: [URL] = []
      var refused: [String] = []
      for name in names {
        switch fake(name) {
        case .written(let fake):
          files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
        case .refused: refused.append(name.name)
        }
      }
      try await compiler.check(files, onlyTypes: onlyTypes, options: options)
      return refused
    }
  }
#endif
