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
      // Only a public protocol has a public fake.
      let outcomes = names.filter { !$0.isPrivate }.map { name in
        let outcome = writer.fake(of: name, isPublic: mode.isPublic)
        return outcome.fake == nil ? writer.fake(of: name) : outcome
      }
      #expect(outcomes.compactMap(\.refusal) == [])
      let files = try outcomes.compactMap(\.fake).map {
        try compiler.write($0.text, to: "\($0.fakeName).swift")
      }
      try await compiler.check(files, onlyTypes: !Corpus.isWhole, options: mode.fakes)
    }
  }
#endif
