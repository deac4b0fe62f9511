#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// What options change in a fake, and fakes of types that are no protocols.
  struct StyleTests {
    @Test func methodsWithoutAResultAreAllSilentOrAllStubbed() async throws {
      let source = """
        public struct E: Error {}
        public protocol P {
          func a()
          func b() throws
          func c() async throws(E)
        }
        """
      let silent = try await fake(source)
      #expect(silent.text.components(separatedBy: "default: ()").count == 4)
      let stubbed = try await fake(source, FakeStyle(voidMethods: .stubbed))
      #expect(!stubbed.text.contains("default:"))
    }

    @Test func aPublicFakeCanBeUsedByOtherModules() async throws {
      let fake = try await fake(
        """
        import Dispatch
        import Foundation
        public protocol P: Sendable {
          static var shared: Int { get }
          var date: Date { get set }
          init(_ value: Int)
          func run()
        }
        """, FakeStyle(isPublic: true), options: Corpus.features)
      #expect(
        fake.text.hasPrefix(
          """
          public import App
          import Dispatch
          public import Faked
          public import Foundation

          public struct FakeP: P, Faked, Sendable {
            public struct Maker: Faked, Sendable {
          """))
      for member in ["let getDate", "let runID", "init()", "init(_ value: Int)", "var date"] {
        #expect(fake.text.contains("\n  public \(member)"), "\(member)")
      }
    }

    @Test func anInternalProtocolHasNoPublicFake() async throws {
      let writer = try await writer("protocol P { func f() }")
      guard
        case .refused(let refusal) = writer.fake(
          of: writer.protocols(in: ["App"])[0], FakeStyle(isPublic: true))
      else { throw Compiler.Failure(description: "written") }
      #expect(refusal.reason == "P is internal, and a public fake can only be of a public protocol")
      #expect(refusal.instead == "public or package before the protocol; or leave out --public")
    }

    @Test func aStructOfClosuresIsMadeOfIDs() async throws {
      // The sources have to be there while the fake is written: its imports are theirs.
      let compiler = try Compiler()
      let graphs = try await compiler.graph(
        """
        import Foundation
        enum E: Error { case full }
        struct APIClient: Sendable {
          var fetch: @Sendable (_ id: Int) async throws -> String
          var save: @Sendable (String, [Int]) throws(E) -> Void
          var now: @Sendable () -> Date
          var done: (@Sendable () -> Void)?
          let base: URL
          var isLocal: Bool { base.isFileURL }
        }
        struct Titled { var title = ""; var action: () -> Void = {} }
        private struct Hidden { var action: () -> Void }
        """)
      let writer = try FakeWriter(symbolGraphs: graphs)
      let names = writer.structsOfClosures(in: ["App"])
      #expect(names.map(\.name) == ["APIClient"])
      let fake = try written(writer.fake(of: names[0]))
      try await compiler.object([compiler.write(fake.text, to: "Fake.swift")])
      #expect(
        fake.text == """
          import Faked
          import Foundation

          @testable import App

          struct FakeAPIClient: Faked {
            let instanceId = FakeInstance()
            let fetch: FunctionID<(Int) -> String, AsyncThrows> = "fetch"
            let save: FunctionID<(String, [Int]) -> Void, ThrowsOnly<E>> = "save"
            let now: FunctionID<() -> Date, Returns> = "now"
            let done: FunctionID<() -> Void, Returns> = "done"

            /// The struct, whose closures this fake answers.
            func apiClient(base: URL) -> APIClient {
              APIClient(
                fetch: closure(\\.fetch), save: closure(\\.save), now: closure(\\.now), done: closure(\\.done),
                base: base)
            }
          }

          """)
    }

    @Test func aClassIsOverriddenWhereItCanBe() async throws {
      let source = """
        class Base {
          init(name: String) {}
          func inherited(_ value: Int) -> Int { value }
        }
        class Store: Base {
          var count = 0
          var title: String { "" }
          let fixed = 1
          func load(_ key: String, for user: Int) async throws -> [String] { [] }
          func generic<T>(_ value: T) -> T { value }
          final func last() {}
          static func shared() {}
          private func hidden() {}
        }
        final class Closed {}
        """
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.graph(source))
      let classes = writer.classes(in: ["App"])
      let store = try #require(classes.first { $0.name == "Store" })
      let fake = try written(writer.fake(of: store))
      try await compiler.object([compiler.write(fake.text, to: "Fake.swift")])
      #expect(fake.text.contains("final class FakeStore: Store, Faked {"))
      #expect(
        fake.text.contains(
          "try await handleCall(\\.load, key, user, default: try await super.load(key, for: user))")
      )
      #expect(fake.text.contains("override func inherited(_ value: Int) -> Int {"))
      #expect(fake.text.contains("      super.count = newValue\n"))
      #expect(
        fake.notes == ["FakeStore does not override generic(_:): it does what Store does."])
      for member in ["fixed", "last", "shared", "hidden"] { #expect(!fake.text.contains(member)) }
      let closed = try #require(classes.first { $0.name == "Closed" })
      guard case .refused(let refusal) = writer.fake(of: closed) else {
        throw Compiler.Failure(description: "written")
      }
      #expect(refusal.reason == "'final class Closed' has no subclasses that a fake could be")
    }

    private func writer(_ source: String) async throws -> FakeWriter {
      let compiler = try Compiler()
      return try FakeWriter(symbolGraphs: await compiler.graph(source))
    }

    private func written(_ outcome: Outcome) throws -> GeneratedFake {
      switch outcome {
      case .written(let fake): return fake
      case .refused(let refusal): throw Compiler.Failure(description: refusal.reason)
      }
    }

    /// The fake of the only protocol of a source, after it has been compiled.
    private func fake(
      _ source: String, _ style: FakeStyle = FakeStyle(), options: [String] = []
    ) async throws -> GeneratedFake {
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.graph(source))
      let fake = try written(writer.fake(of: writer.protocols(in: ["App"])[0], style))
      try await compiler.object([compiler.write(fake.text, to: "Fake.swift")], options: options)
      return fake
    }
  }
#endif
