#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// The imports of fakes for protocols with the global actor of another module.
  @Suite(.tags(.process, .compiler)) struct FakeImportsTests {
    @Test(arguments: [
      ("Runs", false, "import App\nimport Core\nimport Faked\n\n"),
      ("Runs", true, "public import App\nimport Core\npublic import Faked\n\n"),
      ("Member", true, "public import App\nimport Core\npublic import Faked\n\n"),
      ("Table", true, "public import App\npublic import Core\npublic import Faked\n\n"),
      ("Failure", true, "public import App\npublic import Faked\nimport Foundation\n\n"),
    ])
    func aFakeImportsWhatItsDeclarationsNeed(name: String, isPublic: Bool, imports: String)
      async throws
    {
      let compiler = Compiler()
      _ = try await compiler.generator(
        "@globalActor public actor Database { public static let shared = Database() }",
        module: "Core")
      let writer = try await compiler.generator(
        """
        import Core
        import Foundation
        public protocol Runs { func run(_ body: @escaping @Database (Int) -> Void) }
        public protocol Member { @Database func count() -> Int }
        @Database public protocol Table { func count() -> Int }
        public protocol Failure: LocalizedError { func code() -> Int }
        """)
      let type = try #require(writer.protocols.first { $0.name == name })
      let fake = try #require(writer.fake(of: type, isPublic: isPublic).fake)
      #expect(fake.text.hasPrefix(imports), "\(fake.text)")
      // The compiler warns about a public import that no declaration needs.
      try await compiler.check(
        [compiler.write(fake.text, to: "Fake.swift")], options: Corpus.features)
    }
  }
#endif
