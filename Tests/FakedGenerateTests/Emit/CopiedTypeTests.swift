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
  }
#endif
