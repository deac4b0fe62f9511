#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// Types with names that the test target, the fake, or another module also declares.
  @Suite(.tags(.process, .compiler)) struct HiddenNamesTests {
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
