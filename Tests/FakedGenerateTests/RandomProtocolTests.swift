#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  struct RandomProtocolTests {
    /// `FAKED_SEED=7 swift test --filter RandomProtocolTests` tries others.
    private static let seed =
      ProcessInfo.processInfo.environment["FAKED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func whateverAProtocolRequiresItsFakeCompiles() async throws {
      print("Seed of the random protocols: \(RandomProtocolTests.seed)")
      var protocols = RandomProtocols(seed: RandomProtocolTests.seed)
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.graph(protocols.source(count: 300)))
      var files: [URL] = []
      for (index, name) in writer.protocols(in: ["App"]).enumerated() {
        // Every kind gets its turn, where the protocol allows it.
        let kinds: [FakeKind?] = [[nil, .class, .actor][index % 3], nil]
        let fakes = kinds.lazy.compactMap { kind -> GeneratedFake? in
          guard case .written(let fake) = writer.fake(of: name, FakeStyle(kind: kind)) else {
            return nil
          }
          return fake
        }
        let fake = try #require(fakes.first, "\(name.name): \(writer.fake(of: name))")
        files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
      }
      #expect(files.count == 301)
      try await compiler.object(files)
    }
  }
#endif
