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

          /// Responds to the static members and initializers of FakeShared.
          public struct FakeSharedStatics: Faked, Sendable {
          """))
      #expect(fake.text.contains("\n  public init() {}\n}\n\npublic struct FakeShared: "))
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
      let refusal = try await Self.outcomes.value.refusal(of: name)
      #expect(refusal == Refusal(reason, instead: instead))
    }

    @Test func aStructOfClosuresHasAnIDForEachClosure() async throws {
      let outcomes = try await Self.outcomes.value
      #expect(outcomes.fake(of: "Titled") == nil && outcomes.fake(of: "Hidden") == nil)
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
      try #require(try await outcomes.value.fake(of: name))
    }

    private static let outcomes = Task {
      try await FakeOutcomes(
        of: source, shared: ["Shared", "Internal", "Service"], options: Corpus.features)
    }

    private static let source = """
      import Dispatch
      import Foundation
      public struct E: Error {}
      protocol Internal { func f() }
      public protocol Shared: Sendable {
        static var shared: Int { get }
        var date: Date { get set }
        init(_ value: Int)
        func run()
      }
      open class Service {
        public init() {}
        open func run(at date: Date) -> Int { 0 }
      }
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
      final class Closed {}
      """
  }
#endif
