#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// Everything that compiles gets a fake that compiles.
  struct CorpusTests {
    @Test(arguments: Corpus.isWhole ? Corpus.all : Corpus.sample)
    func everyFakeOfTheCorpusCompiles(mode: Corpus.Mode) async throws {
      let compiler = try Compiler()
      let graphs = try await compiler.module(
        // With a name whose words repeat, which changes how the compiler writes names.
        "CorpusCorpus", Corpus.sources(for: mode),
        options: ["-include-spi-symbols", "-suppress-warnings"] + mode.app)
      let writer = try FakeWriter(symbolGraphs: Compiler.graphs(in: graphs))
      let names = writer.protocols(in: ["CorpusCorpus"])
      #expect(names.count > 250)
      #expect(names.filter(\.isPrivate).map(\.name) == ["FilePrivate", "Namespace.Hidden.Deep"])
      var files: [URL] = []
      var refused: [String: String] = [:]
      for name in names where !name.isPrivate {
        switch writer.fake(of: name) {
        case .written(let fake):
          files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
        case .refused(let refusal): refused[name.name] = refusal.reason
        }
      }
      #expect(refused.keys.sorted() == Corpus.refused.keys.sorted())
      for (name, reason) in Corpus.refused {
        #expect(refused[name]?.contains(reason) == true, "\(refused[name] ?? "")")
      }
      try await compiler.object(files, options: mode.fakes)
    }
  }
#endif
