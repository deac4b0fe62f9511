#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// Types with names that the test target, the fake, or another module also declares.
  @Suite(.tags(.process, .compiler)) struct HiddenNamesTests {
    @Test func aTypeMayHaveTheNameOfAFake() async throws {
      let fakes = try await FakeOutcomes(
        of: """
          public protocol Store { func copy(to store: any FakeStore) }
          public protocol FakeStore { func each(_ body: ((any FakeStore)?) -> Void) }
          public struct FakeClock {}
          public protocol Clock { func next(after clock: FakeClock) -> FakeClock }
          """)
      #expect(try fakes.text(of: "FakeStore").contains("struct FakeFakeStore: App.FakeStore, "))
    }

    @Test func aTypeMayHaveTheNameOfATypeInItsFake() async throws {
      let fakes = try await FakeOutcomes(
        of: """
          public struct Value: Sendable {}
          public struct Maker: Sendable {}
          public struct Sent: Sendable {}
          public class Page {}
          public protocol Item { associatedtype Item; func item() -> Item }
          public protocol Row { associatedtype Row: App.Row where Row.Cells == Int; associatedtype Cells }
          public protocol Base { func value(_ value: Value) }
          public protocol Derived: Base { associatedtype Value; func other() -> Value }
          public protocol Session {
            init(maker: Maker)
            func page() async -> sending Page
            func send(_ text: Sent)
          }
          """)
      #expect(try fakes.text(of: "Item").contains("struct FakeItem<Item>: App.Item, Faked {"))
    }

    @Test func anImportedModuleMayHaveTheNamesOfTheLibrary() async throws {
      let fakes = try await FakeOutcomes(
        of: """
          import Other
          public protocol Loader {
            var last: Captured { get set }
            func load(_ returns: Returns) throws -> FunctionID
          }
          """,
        importing: """
          public struct Returns: Sendable {}
          public struct Throws: Sendable {}
          public struct FunctionID: Sendable {}
          public struct Captured: Sendable {}
          """)
      #expect(try fakes.text(of: "Loader").contains("\nimport typealias Faked.Throws\n"))
    }

    @Test(arguments: [
      ("Item", "Item"), ("Copier", "FakeItem"), ("Keeper", "Captured"), ("KeeperClass", "Captured"),
      ("KeeperClient", "Captured"),
    ])
    func aTypeThatCannotBeImportedAloneIsRefused(user: String, name: String) async throws {
      let outcomes = try await FakeOutcomes(
        of: """
          struct App {}
          struct FakeItem {}
          struct Captured {}
          protocol Item { associatedtype Item; func item() -> Item }
          protocol Copier { func copy() -> FakeItem }
          protocol Keeper { func keep(_ captured: [Captured]) }
          class KeeperClass { func keep(_ captured: [Captured]) {} }
          struct KeeperClient { var keep: @Sendable ([Captured]) -> Void }
          """)
      let refusal = try #require(outcomes.refusal(of: user))
      #expect(
        refusal.reason
          == "the file of the fake sees another type \(name), and App.\(name) would be a member of the type App"
      )
      #expect(refusal.instead == .change("Rename one of the types \(name) and App"))
    }
  }
#endif
