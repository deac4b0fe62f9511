#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// A fake repeats the types of its protocol.
  @Suite(.tags(.process, .compiler)) struct CopiedTypeTests {
    @Test func namesOfTypesThatAreKeywordsKeepTheirBackticks() async throws {
      let fakes = try await FakeOutcomes(
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
      let inner = try fakes.text(of: "default.Inner")
      #expect(inner.contains("struct FakedefaultInner: `default`.Inner, Faked {"))
      let kinds = try fakes.text(of: "Kinds")
      #expect(kinds.contains("FunctionID<(Item.`Type`, Item.`Protocol`) -> Item.`Type`?, Returns>"))
      #expect(kinds.contains("(_ item: Item.Type, _ kinds: any Kinds.Type) -> Item.`Type`.Type"))
      let word = try fakes.text(of: "class")
      #expect(word.contains("struct Fakeclass<`protocol`, `Type`>: `class`, Faked {"))
      let subclass = try fakes.text(of: "Subclass")
      #expect(subclass.contains("struct FakeSubclass<`Type`: Hashable>: Subclass, Faked {"))
      #expect(subclass.contains("  typealias `protocol` = Int\n"))
      #expect(word.contains("func a<`let`: Hashable>(_ l: `let`, _ p: "))
    }

    @Test func anAliasInTheProtocolOfAnAssociatedTypeIsSpelledOut() async throws {
      let fakes = try await FakeOutcomes(
        of: """
          public protocol Source {
            associatedtype Value
            typealias Handler = (Value) -> Void
            typealias Handlers = [Handler]
            typealias Kind = Value.Type
            func observe(_ handler: @escaping Handler, _ others: Handlers) -> (Kind, Handler)?
          }
          """)
      let source = try fakes.text(of: "Source")
      #expect(
        source.contains("_ handler: @escaping (Value) -> Void, _ others: [(Value) -> Void]\n"))
      #expect(source.contains("-> (Value.Type, (Value) -> Void)?"))
    }

    @Test func theTextOfAnIDHasNoBackticks() async throws {
      let fakes = try await FakeOutcomes(
        of: """
          public struct `in` {}
          public protocol Words {
            func move(`in`: Int, `inout`: Int, `var` x: Int)
            func add(_ word: `in`)
            func add(_ word: Int)
          }
          """)
      let words = try fakes.text(of: "Words")
      #expect(words.contains("let move: FunctionID<(Int, Int, Int) -> Void, Returns> ="))
      #expect(words.contains("\"move(in:inout:var:)\""))
      #expect(words.contains("func move(in: Int, `inout`: Int, `var` x: Int) {"))
      #expect(words.contains("\"add(_: in)\""))
    }

    @Test func aTypeKeepsItsModuleIfTheNameHasTwoMeanings() async throws {
      let fakes = try await FakeOutcomes(
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
      let store = try fakes.text(of: "Store")
      #expect(store.contains("func put(_ items: [Foundation.Data: Item]) -> App.Data {"))
      #expect(store.contains("func put(_ object: Foundation.NSObject) {"))
      #expect(store.contains("func put(_ object: App.NSObject) {"))
    }
  }
#endif
