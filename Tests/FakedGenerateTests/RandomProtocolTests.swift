#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  struct RandomProtocolTests {
    /// `FAKED_SEED=7 swift test --filter RandomProtocolTests` tries others.
    private static let seed =
      ProcessInfo.processInfo.environment["FAKED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func whateverAProtocolRequiresItsFakeCompiles() throws {
      print("Seed of the random protocols: \(RandomProtocolTests.seed)")
      var protocols = RandomProtocols(seed: RandomProtocolTests.seed)
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: compiler.graph(protocols.source(count: 300)))
      var files: [URL] = []
      for name in writer.protocols(in: ["App"]) {
        switch writer.fake(of: name, kind: nil) {
        case .written(let fake):
          files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
        case .refused(let refusal): Issue.record("\(name.name): \(refusal.reason)")
        }
      }
      #expect(files.count == 301)
      try compiler.object(files)
    }
  }
#endif
