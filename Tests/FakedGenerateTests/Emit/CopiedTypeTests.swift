#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// A fake repeats the types of its protocol.
  @Suite(.tags(.process, .compiler)) struct CopiedTypeTests {
    @Test func namesOfTypesThatAreKeywordsKeepTheirBackticks() async throws {
      let fakes = try await fakes(
        of: """
          public struct Item { public enum `Type` { case a }; public enum `Protocol` { case b } }
          public enum `default` {
            public struct `in` {}
            public protocol Inner { func a(_ x: `in`) -> [`default`.`in`] }
          }
          public protocol Kinds {
            func find(_ kind: Item.`Type`, _ other: Item.`Protocol`) -> Item.`Type`?
            func type(_ item: Item.Type, _ kinds: any Kinds.Type) -> Item.`Type`.Type
          }
          public protocol `class` {
            associatedtype `protocol`
            associatedtype `Type`
            func a<`let`: Hashable>(_ l: `let`, _ p: `protocol`) -> `let`
            func b() -> `Type`
            func c<`in`: Sequence>(_ values: `in`) where `in`.Element == `Type`
          }
          public protocol Subclass: `class` where `protocol` == Int, `Type`: Hashable {
            func d() -> `protocol`
          }
          """)
      #expect(fakes["Inner"]?.contains("struct FakedefaultInner: `default`.Inner, Faked {") == true)
      let kinds = try #require(fakes["Kinds"])
      #expect(kinds.contains("FunctionID<(Item.`Type`, Item.`Protocol`) -> Item.`Type`?, Returns>"))
      #expect(kinds.contains("(_ item: Item.Type, _ kinds: any Kinds.Type) -> Item.`Type`.Type"))
      let word = try #require(fakes["class"])
      #expect(word.contains("struct Fakeclass<`protocol`, `Type`>: `class`, Faked {"))
      let subclass = try #require(fakes["Subclass"])
      #expect(subclass.contains("struct FakeSubclass<`Type`: Hashable>: Subclass, Faked {"))
      #expect(subclass.contains("  typealias `protocol` = Int\n"))
      #expect(word.contains("func a<`let`: Hashable>(_ l: `let`, _ p: "))
    }

    @Test func aVariadicParameterCanHaveClosuresOrCompositions() async throws {
      let fakes = try await fakes(
        of: """
          public protocol Steps {
            func run(_ steps: (() -> Int)...)
            func send(_ steps: (@Sendable (Int...) -> Void)..., to name: String)
            func sort(_ values: (any Hashable & Sendable)...)
          }
          """)
      let steps = try #require(fakes["Steps"])
      #expect(steps.contains("let run: FunctionID<([() -> Int]) -> Void, Returns> ="))
      #expect(steps.contains("func run(_ steps: (() -> Int)...) { handleCall(\\.run, steps, "))
      #expect(
        steps.contains("func send(_ steps: (@Sendable (Int...) -> Void)..., to name: String) {"))
      #expect(steps.contains("func sort(_ values: (any Hashable & Sendable)...) {"))
    }

    @Test func anAliasInTheProtocolOfAnAssociatedTypeIsSpelledOut() async throws {
      let fakes = try await fakes(
        of: """
          public protocol Source {
            associatedtype Value
            typealias Handler = (Value) -> Void
            typealias Handlers = [Handler]
            typealias Kind = Value.Type
            func observe(_ handler: @escaping Handler, _ others: Handlers) -> (Kind, Handler)?
          }
          """)
      let source = try #require(fakes["Source"])
      #expect(
        source.contains("_ handler: @escaping (Value) -> Void, _ others: [(Value) -> Void]\n"))
      #expect(source.contains("-> (Value.Type, (Value) -> Void)?"))
    }

    @Test func staticMembersSpellOutAliasesOfTheProtocolAndItsParents() async throws {
      let fakes = try await fakes(
        of: """
          public protocol Keyed: Identifiable where ID == String {
            typealias Key = ID
            typealias Keys = [Key]
          }
          public protocol Table: Keyed {
            associatedtype Row
            typealias Rows = [Row]
            static func row(_ key: Key) -> Rows
            static func keys(_ keys: Keys) -> Keys
            typealias Pair<T> = (T, Key)
            static func pair(_ pair: Pair<Rows>, _ key: Pair<Key>) -> Key.Index
          }
          """)
      let table = try #require(fakes["Table"])
      #expect(table.contains("  let row: FunctionID<(String) -> [Any], Returns> = \"row(_:)\"\n"))
      #expect(table.contains("  static func row(_ key: String) -> [Row] {\n"))
      #expect(table.contains("  let keys: FunctionID<([String]) -> [String], Returns> ="))
      #expect(table.contains("  static func pair(_ pair: ([Row], String), _ key: (String, String)"))
    }

    @Test func aCFunctionKeepsItsConvention() async throws {
      let fakes = try await fakes(
        of: """
          public protocol Hooks {
            var hook: @convention(c) () -> Void { get set }
            func add(_ hook: @convention(c) (Int32) -> Int32)
            func last(_ hook: (@convention(c) (Int32) -> Int32)?) -> @convention(c) () -> Void
          }
          """)
      let hooks = try #require(fakes["Hooks"])
      #expect(hooks.contains("func add(_ hook: @convention(c) (Int32) -> Int32) {"))
      #expect(
        hooks.contains("last(_ hook: (@convention(c) (Int32) -> Int32)?) -> @convention(c) ("))
      #expect(hooks.contains("var hook: @convention(c) () -> Void {"))
    }

    @Test func aClosureInAnInoutParameterHasNoEscapingAttribute() async throws {
      let fakes = try await fakes(
        of: """
          public protocol Wrapping {
            func wrap(_ body: inout () -> Void)
            func replace(_ body: inout @Sendable (Int) -> Void, _ other: inout () -> Int) -> Int
          }
          """)
      let wrapping = try #require(fakes["Wrapping"])
      #expect(wrapping.contains("FunctionID<(@escaping () -> Void) -> () -> Void, Returns>"))
      #expect(
        wrapping.contains("func wrap(_ body: inout () -> Void) { body = handleCall(\\.wrap, "))
      #expect(wrapping.contains("_ body: inout @Sendable (Int) -> Void, _ other: inout () -> Int"))
    }

    @Test func theTextOfAnIDHasNoBackticks() async throws {
      let fakes = try await fakes(
        of: """
          public struct `in` {}
          public protocol Words {
            func move(`in`: Int, `inout`: Int, `var` x: Int)
            func add(_ word: `in`)
            func add(_ word: Int)
          }
          """)
      let words = try #require(fakes["Words"])
      #expect(words.contains("let move: FunctionID<(Int, Int, Int) -> Void, Returns> ="))
      #expect(words.contains("\"move(in:inout:var:)\""))
      #expect(words.contains("func move(in: Int, `inout`: Int, `var` x: Int) {"))
      #expect(words.contains("\"add(_: in)\""))
    }

    @Test func aTypeKeepsItsModuleIfTheNameHasTwoMeanings() async throws {
      let fakes = try await fakes(
        of: """
          import Foundation
          public struct Data {}
          public class NSObject {}
          public protocol Store {
            associatedtype Item
            func put(_ items: [Foundation.Data: Item]) -> Data
            func put(_ object: Foundation.NSObject)
            func put(_ object: NSObject)
          }
          """)
      let store = try #require(fakes["Store"])
      #expect(store.contains("func put(_ items: [Foundation.Data: Item]) -> App.Data {"))
      #expect(store.contains("func put(_ object: Foundation.NSObject) {"))
      #expect(store.contains("func put(_ object: App.NSObject) {"))
    }

    /// Returns the fakes of the protocols in a source, by the last part of the name. Checks that they compile.
    private func fakes(of source: String) async throws -> [String: String] {
      let compiler = Compiler()
      let writer = try await compiler.generator(source)
      var fakes: [String: String] = [:]
      var files: [URL] = []
      for name in writer.protocols {
        let fake = try #require(writer.fake(of: name).fake, "\(name.name)")
        fakes[String(name.name.split(separator: ".").last ?? "")] = fake.text
        files.append(try compiler.write(fake.text, to: "\(fake.fakeName).swift"))
      }
      try await compiler.check(files)
      return fakes
    }
  }
#endif
