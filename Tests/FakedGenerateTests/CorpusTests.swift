#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Everything that compiles gets a fake that compiles.
  @Suite(.tags(.process, .compiler, .slow)) struct CorpusTests {
    @Test(arguments: Corpus.isWhole ? Corpus.all : Corpus.sample)
    func everyFakeOfTheCorpusCompiles(mode: Corpus.Mode) async throws {
      let compiler = Compiler()
      let graphs = try await compiler.module(
        // With a name whose words repeat, which changes how the compiler writes names.
        "CorpusCorpus", Corpus.sources(for: mode), options: Corpus.options + mode.app)
      let writer = try FakeWriter(symbolGraphs: graphs)
      let names = writer.protocols(in: ["CorpusCorpus"])
      #expect(names.count > (Corpus.isWhole ? 300 : 150))
      #expect(names.filter(\.isPrivate).map(\.name) == ["FilePrivate", "Namespace.Hidden.Deep"])
      var files: [URL] = []
      var refused: [String: String] = [:]
      for name in names where !name.isPrivate {
        switch writer.fake(of: name, inStyle: mode.style) {
        case .written(let fake):
          files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
        case .refused(let refusal): refused[name.name] = refusal.reason
        }
      }
      #expect(refused.keys.sorted() == Corpus.refused.keys.sorted())
      for (name, reason) in Corpus.refused {
        #expect(refused[name]?.contains(reason) == true, "\(refused[name] ?? "")")
      }
      try await compiler.check(files, onlyTypes: !Corpus.isWhole, options: mode.fakes)
    }

    /// `FAKED_TESTS=generator FAKED_SEED=7 swift test --filter CorpusTests` tries others.
    private static let seed =
      ProcessInfo.processInfo.environment["FAKED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func whateverAProtocolRequiresItsFakeCompiles() async throws {
      print("Seed of the random protocols: \(Self.seed)")
      var protocols = RandomProtocols(seed: Self.seed)
      let count = Corpus.isWhole ? 150 : 30
      let compiler = Compiler()
      let writer = try FakeWriter(
        symbolGraphs: await compiler.graph(protocols.source(count: count)))
      var files: [URL] = []
      for (index, name) in writer.protocols(in: ["App"]).enumerated() {
        // Every kind gets its turn, where the protocol allows it.
        let style = FakeStyle(kind: [nil, .class, .actor][index % 3])
        guard case .written(let fake) = writer.fake(of: name, inStyle: style) else {
          throw Compiler.Failure(description: "\(name.name): \(writer.fake(of: name))")
        }
        files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
      }
      #expect(files.count == count + 1)
      try await compiler.check(files, onlyTypes: !Corpus.isWhole)
    }
  }

  extension FakeWriter {
    /// The fake in this style where the protocol allows it, else as it demands.
    fileprivate func fake(of name: ProtocolName, inStyle style: FakeStyle) -> Outcome {
      let outcome = fake(of: name, style)
      guard case .refused = outcome else { return outcome }
      return fake(of: name, FakeStyle(voidMethods: style.voidMethods))
    }
  }
#endif
