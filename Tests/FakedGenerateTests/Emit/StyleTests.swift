#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The styles of fakes, and fakes of types other than protocols.
  @Suite(.tags(.process, .compiler)) struct StyleTests {
    @Test func otherModulesCanUseAPublicFake() async throws {
      let fake = try await Self.fake(of: "Shared")
      #expect(
        fake.text.hasPrefix(
          """
          public import App
          public import Faked
          public import Foundation

          public struct FakeShared: Shared, Faked, Sendable {
            public struct Maker: Faked, Sendable {
          """))
      for member in [
        "let getDate", "let runID", "init(named name: String? = nil)", "init(_ value: Int)",
        "var date",
      ] {
        #expect(fake.text.contains("\n  public \(member)"), "\(member)")
      }
      #expect(
        try await Self.fake(of: "Service").text.hasPrefix(
          "public import App\npublic import Faked\npublic import Foundation\n\npublic final class ")
      )
    }

    @Test(arguments: [
      (
        "Internal", "Internal is internal, and a public fake needs a public protocol",
        Remedy.change("Write public or package before the protocol, or leave out --public")
      ),
      (
        "Closed", "'final class Closed' cannot have a subclass that is a fake",
        "a protocol with the members of Closed that production code uses"
      ),
    ])
    func stylesThatTheTypeForbidsAreRefused(name: String, reason: String, instead: Remedy)
      async throws
    {
      let refusal = try await Self.outcomes.value[name]?.refusal
      #expect(refusal == Refusal(reason, instead: instead))
    }

    @Test func aStructOfClosuresHasAnIDForEachClosure() async throws {
      let outcomes = try await Self.outcomes.value
      #expect(outcomes["Titled"] == nil && outcomes["Hidden"] == nil)
      #expect(
        try await Self.fake(of: "APIClient").text == """
          import Faked
          import Foundation

          @testable import App

          struct FakeAPIClient: Faked {
            let instanceId: FakeInstance
            let fetch: FunctionID<(Int) -> String, AsyncThrows> = "fetch"
            let save: FunctionID<(String, [Int]) -> Void, ThrowsOnly<Full>> = "save"
            let now: FunctionID<() -> Date, Returns> = "now"
            let done: FunctionID<() -> Void, Returns> = "done"

            init(_ name: String? = nil) { instanceId = FakeInstance(name) }

            /// The struct, whose closures call this fake.
            func apiClient(base: URL) -> APIClient {
              APIClient(
                fetch: closure(\\.fetch),
                save: closure(\\.save),
                now: closure(\\.now),
                done: closure(\\.done),
                base: base)
            }
          }

          """)
    }

    private static func fake(of name: String) async throws -> GeneratedFake {
      try #require(try await outcomes.value[name]?.fake)
    }

    /// All of them are compiled together.
    private static let outcomes = Task {
      // The sources must exist while the fakes are written, because the generator reads their imports.
      let compiler = Compiler()
      let files = try sources.map { try compiler.write($1, to: "\($0).swift") }
      let writer = try await compiler.module("App", files)
      let shared: Set = ["Shared", "Internal", "Service"]
      var outcomes: [String: FakeOutcome] = [:]
      for name in writer.protocols + writer.structsOfClosures
        + writer.classes
      {
        outcomes[name.name] = writer.fake(of: name, isPublic: shared.contains(name.name))
      }
      let fakes = try outcomes.values.compactMap { outcome -> URL? in
        guard case .written(let fake) = outcome else { return nil }
        return try compiler.write(fake.text, to: "\(fake.fakeName).swift")
      }
      try await compiler.check(fakes, options: Corpus.features)
      return outcomes
    }

    private static let sources = [
      "Protocols": """
      public struct E: Error {}
      protocol Internal { func f() }
      """,
      "Shared": """
      import Dispatch
      import Foundation
      public protocol Shared: Sendable {
        static var shared: Int { get }
        var date: Date { get set }
        init(_ value: Int)
        func run()
      }
      """,
      "Open": """
      import Foundation
      open class Service {
        public init() {}
        open func run(at date: Date) -> Int { 0 }
      }
      """,
      "Structs": """
      import Foundation
      enum Full: Error { case full }
      struct APIClient: Sendable {
        var fetch: @Sendable (_ id: Int) async throws -> String
        var save: @Sendable (String, [Int]) throws(Full) -> Void
        var now: @Sendable () -> Date
        var done: (@Sendable () -> Void)?
        let base: URL
        var isLocal: Bool { base.isFileURL }
      }
      struct Titled { var title = ""; var action: () -> Void = {} }
      private struct Hidden { var action: () -> Void }
      """,
      "Classes": "final class Closed {}",
    ]
  }
#endif
