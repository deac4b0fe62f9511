#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct FakeTextTests {
    @Test func aFakeRepeatsTheImportsThatItNeeds() async throws {
      let source = #"""
        public import Foundation
        @preconcurrency import Dispatch  // queues
        import struct Foundation.Date
        import Glibc
        /* import Commented */
        let lines = """
          import Quoted
          """
        @_documentation(visibility: internal) @_exported import Base
        #if canImport(FoundationNetworking)
          import FoundationNetworking
        #elseif canImport(Nothing)
          internal import Nothing
        #endif
        #if DEBUG
          let text = "import Text"
        #endif
        protocol P {
          func f(_ date: Date, _ queue: DispatchQueue, _ q: any Q) -> URLRequest
        }
        protocol Plain { func f() }
        """#
      let compiler = Compiler()
      let base = try compiler.write("public protocol Q { func f() }", to: "Base.swift")
      _ = try await compiler.module("Base", [base])
      let writer = (try await compiler.generator(source))
      // Reexported declarations don't belong to the module.
      #expect(writer.protocols.map(\.name) == ["P", "Plain"])
      let fake = try #require(writer.fake(of: writer.protocols[0]).fake)
      #expect(
        fake.text.components(separatedBy: "\nstruct FakeP")[0] == """
          import Base
          @preconcurrency import Dispatch
          import Faked
          import Foundation

          @testable import App

          #if canImport(FoundationNetworking)
            import FoundationNetworking
          #endif

          """)
    }

    // Kinds of fakes that no golden file contains.
    @Test(
      arguments: [
        ("Main", "@MainActor final class FakeMain: Main, Faked {"),
        ("Outer.Nested", "struct FakeOuterNested: Outer.Nested, Faked {"),
        (
          "Old",
          "@available(*, deprecated, message: \"use \\\"New\\\"\")\nstruct FakeOld: Old, Faked {"
        ),
        ("Later", "@available(macOS 14, *)\nstruct FakeLater: Later, Faked {"),
        (
          "Later",
          """
            @available(macOS 14.4.1, iOS 17.4, *)
            var fID: FunctionID<() -> Void, Returns> { "f()" }
          """
        ),
        (
          "Lent",
          "  func weigh(_ page: borrowing Page) -> Int { handleCall(\\.weigh, copy page) }"
        ),
        ("Making", "  let make: FunctionID<(Any) -> Void, Returns> = \"make(_:)\""),
      ] as [(String, String)])
    func theProtocolDeterminesTheFake(name: String, lines: String) async throws {
      let fake = try #require(try await FakeTextTests.app.value.fake(of: name))
      #expect(fake.text.contains("\n\(lines)\n"), "\(fake.text)")
    }

    @Test func aFakeUsesTheEqualityOfTheLibrary() async throws {
      let fake = try #require(try await FakeTextTests.app.value.fake(of: "Same"))
      #expect(fake.notes == ["FakeSame compares by instance, with the == of Faked."])
      #expect(!fake.text.contains("=="))
    }

    private static let app = Task {
      try await FakeOutcomes(
        of: """
          protocol Plain { func f() }
          @MainActor protocol Main { func f() }
          enum Outer { protocol Nested { func f() } }
          @available(*, deprecated, message: "use \\"New\\"") protocol Old { func f() }
          @available(macOS 14, *) protocol Later {
            @available(macOS 14.4.1, iOS 17.4, *) func f()
          }
          class Page {}
          protocol Lent { func weigh(_ page: borrowing Page) -> Int }
          protocol Making { func make<T>(_ body: @escaping (Int) -> T) }
          protocol Same { static func == (a: Self, b: Self) -> Bool }
          """)
    }
  }
#endif
