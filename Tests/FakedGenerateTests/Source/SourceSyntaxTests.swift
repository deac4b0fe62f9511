#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// Source text that a reader without a compiler could misunderstand.
  @Suite(.tags(.process, .compiler)) struct SourceSyntaxTests {
    @Test func everyDeclarationIsFound() async throws {
      let compiler = Compiler()
      let writer = try await compiler.generator(
        #"""
        import Foundation
        // protocol Commented {}
        let text = "protocol Quoted { \(["a"].map { "}" + $0 }) "
        let raw = ##"protocol Raw { "# "##
        let lines = """
          protocol Multiline {
          """
        func pattern() -> Bool { "a".contains(/protocol \{/) }
        func f() -> Int { protocolCount { $0 + 1 } }
        func protocolCount(_ body: (Int) -> Int) -> Int { body(1) }
        public /* a */ protocol /* b */ Spread<Item> // c
          : AnyObject,
          Sendable
        where
          Item: Sendable
        {
          associatedtype Item
          /** A comment with a { */
          @available(*, deprecated, message: "use { \"b\" }")
          func a<
            Key
          >(
            _ key: Key, // a } comment
            done: @escaping @Sendable (Result<
              Item, any Error
            >) -> Void
          ) async throws
            -> [Key: Item]
          where Key: Hashable & Sendable; func b()
          var c: Int { get }; var d: String { get set }
          subscript(
            key: String
          ) -> Item? { get }
        }
        extension Outer { public protocol Inner { func run(_ step: Step) } }
        public enum Outer {
          public struct Step {}
          private class Hidden { var x = { 1 }(); let y: Int = { 2 }() ; func g() {} }
          #if DEBUG || !DEBUG
            public protocol Conditional { func run() }
          #endif
        }
        """#)
      #expect(
        writer.protocols.map(\.name) == ["Outer.Conditional", "Outer.Inner", "Spread"])
      let fakes = try writer.protocols.map { try #require(writer.fake(of: $0).fake, "\($0.name)") }
      #expect(fakes[1].text.contains("func run(_ step: Outer.Step) {"))
      try await compiler.check(fakes, options: ["-no-warnings-as-errors"])
    }

    @Test(arguments: [
      "func a(_ x: Int -> Int)", "func (x: Int)", "var x Int { get }", "#makeRequirements()",
      "let x: Int", "func a(_ x: Int", "init", "case a",
    ]) func whatCannotBeReadIsRefusedWithItsPlace(requirement: String) throws {
      let writer = try uncompiledGenerator(
        "protocol P {\n  func known()\n  \(requirement)\n}\n", in: TemporaryFolder())
      let refusal = try #require(writer.fake(of: writer.protocols[0]).refusal)
      #expect(
        refusal.reason.contains(" at App.swift:3 has syntax that faked-generate does not know"))
    }

    @Test func aClassThatInheritsFromItselfEnds() throws {
      let writer = try uncompiledGenerator(
        """
        class A: B {}
        class B: A {}
        protocol P: P { func f(_ a: A, _ b: C) }
        protocol Q: A {}
        typealias C = D
        typealias D = [C]
        """, in: TemporaryFolder())
      #expect(writer.protocols.count == 2)
      for type in writer.protocols { _ = writer.fake(of: type) }
    }

    @Test(arguments: ["typealias Item = Item", "typealias Item = Other\ntypealias Other = Item"])
    func anAliasThatRefersToItselfEnds(alias: String) throws {
      let writer = try uncompiledGenerator(
        """
        \(alias)
        struct List<Element> { typealias Element = Element; var add: (Element) -> Void }
        struct Client { var item: Item; var next: List<Int>.Element }
        protocol Store { func load(_ item: Item, _ next: List<Int>.Element) }
        """, in: TemporaryFolder())
      #expect(writer.structsOfClosures.map(\.name) == ["List"])
      #expect(writer.fake(of: writer.protocols[0]).fake != nil)
    }

    @Test func namesAreFoundInAliasesAndInOtherTypes() throws {
      let writer = try uncompiledGenerator(
        """
        enum Lists {
          protocol Source { func count() -> Int }
          @resultBuilder struct Rows {}
        }
        typealias Tables = Lists
        protocol Table: Tables.Source { @Lists.Rows var rows: Int { get } }
        """, in: TemporaryFolder())
      let table = try #require(writer.protocols.first { $0.name == "Table" })
      let fake = try #require(writer.fake(of: table).fake)
      #expect(fake.text.contains("  func count() -> Int { handleCall(\\.countID) }\n"))
      #expect(fake.text.contains("  var rows: Int { return handleCall(\\.getRows) }\n"))
      #expect(fake.notes == [])
    }

    @Test func typesOfAnotherModuleChangeNothing() throws {
      let folder = TemporaryFolder()
      func fake(besides source: String) throws -> String? {
        let app = SourceModule(
          name: "App",
          files: [
            try folder.write(
              "import Foundation\nprotocol P { var names: Set<String> { get set }; func id() -> UUID }",
              to: "App.swift")
          ])
        let other = SourceModule(
          name: "Other", files: [try folder.write(source, to: "Other.swift")])
        let writer = FakeGenerator([app, other])
        let type = try #require(writer.protocols.first { $0.name == "P" })
        return writer.fake(of: type).fake?.text
      }
      let alone = try fake(besides: "")
      #expect(alone?.contains("Captured<Set<String>>([])") == true)
      #expect(
        try fake(besides: "public struct Set {}; public class UUID {}; struct String {}") == alone)
    }
  }
#endif
