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
        settings: mode.settings)
      let names = writer.protocols
      #expect(names.count > 150)
      #expect(names.filter(\.isPrivate).map(\.name) == ["FilePrivate", "Namespace.Hidden.Deep"])
      let refused = try await check(names.filter { !$0.isPrivate }, options: mode.fakes) {
        writer.fake(of: $0, inStyle: mode.style)
      }
      #expect(refused == [])
    }

    /// `FAKED_TESTS=all FAKED_SEED=7 swift test --filter CorpusTests` tries other protocols.
    private static let seed =
      ProcessInfo.processInfo.environment["FAKED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func everyFakeOfRandomProtocolsCompiles() async throws {
      print("Seed of the random protocols: \(Self.seed)")
      var protocols = RandomProtocols(seed: Self.seed)
      let source = protocols.source(count: Corpus.isWhole ? 150 : 30)
      let writer = (try await compiler.generator(source))
      let names = writer.protocols
      #expect(names.count == (Corpus.isWhole ? 151 : 31))
      // Use the kinds in turn, if the protocol allows it.
      let kinds: [FakeKind?] = [nil, .class, .actor]
      var turn = 0
      let refused = try await check(names) { name in
        defer { turn += 1 }
        return writer.fake(of: name, inStyle: FakeStyle(kind: kinds[turn % 3]))
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

  extension FakeGenerator {
    /// Returns the fake in this style if the protocol allows it, and otherwise in the style that the protocol requires.
    fileprivate func fake(of name: FakeableType, inStyle style: FakeStyle) -> FakeOutcome {
      let outcome = fake(of: name, style)
      guard case .refused = outcome else { return outcome }
      return fake(of: name, FakeStyle(voidMethods: style.voidMethods))
    }
  }
#endif
