#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The fakes of classes, which are compiled together.
  @Suite(.tags(.process, .compiler)) struct ClassFakeTests {
    @Test func aMethodWithDefaultValuesIsOverridden() async throws {
      let fake = try await Self.fake(of: "Defaults")
      for override in [
        "override func count(_ x: Int) -> Int {",
        "override func label(x: String, y: [Int], z: (Int, Int)) async throws -> Int {",
        "override func visit(_ body: @escaping (Int, Int) -> Bool, map: [Int: [Int]], last: Int?) {",
        "override func quote(_ x: String, y: String) {",
      ] {
        #expect(fake.text.contains("  \(override)"), "\(override)")
      }
    }

    @Test func anOverrideKeepsTheOwnershipOfItsParameters() async throws {
      let fake = try await Self.fake(of: "Odd")
      #expect(
        fake.text.contains(
          """
            override func take(_ x: consuming [Int], _ y: borrowing String) {
              handleCall(\\.take, copy x, copy y, default: super.take(copy x, copy y))
            }
          """))
    }

    @Test func theLastOverrideOfAnInheritedMemberCounts() async throws {
      #expect(
        try await Self.fake(of: "Leaf").text == """
          import Faked

          @testable import App

          final class FakeLeaf: Leaf, Faked {
            let instanceId = FakeInstance()
            let ownID: FunctionID<() -> Int, Returns> = "own()"
            let copyID: FunctionID<() -> Middle, Returns> = "copy()"
            let widen: FunctionID<(Int?) -> Void, Returns> = "widen(_:)"
            let openID: FunctionID<() -> Int, Returns> = "open()"

            override func own() -> Int { handleCall(\\.ownID, default: super.own()) }
            override func copy() -> Middle { handleCall(\\.copyID, default: super.copy()) }
            override func widen(_ x: Int?) { handleCall(\\.widen, x, default: super.widen(x)) }
            override func open() -> Int { handleCall(\\.openID, default: super.open()) }
          }

          """)
    }

    @Test(arguments: [
      (
        "Identified", "'final var instanceId: Int': instanceId also identifies a fake",
        Remedy.change("Rename the member, because a fake has a property instanceId")
      ),
      (
        "Identifying", "'func instanceId() -> Int': instanceId also identifies a fake",
        .change("Rename the member, because a fake has a property instanceId")
      ),
      (
        "Single", "Single has only a private initializer, 'init()'",
        .change("Make the initializer internal, or leave out --class Single")
      ),
      (
        "Shared", "Shared has only an internal initializer, 'init()'",
        .change("Make the initializer public, or leave out --public")
      ),
      (
        "Dealer", "'actor Dealer' cannot have a subclass that is a fake",
        "a protocol with the members of Dealer that production code uses"
      ),
    ])
    func aClassWithoutAUsableFakeIsRefused(name: String, reason: String, instead: Remedy)
      async throws
    {
      let refusal = try await Self.outcomes.value.refusal(of: name)
      #expect(refusal == Refusal(reason, instead: instead))
    }

    @Test func aFakeIsAvailableInTheSameVersionsAsItsClass() async throws {
      #expect(
        try await Self.fake(of: "Newer").text.hasSuffix(
          """
          @available(macOS 99, *)
          final class FakeNewer: Newer, Faked {
            let instanceId = FakeInstance()
            let load: FunctionID<(Int) -> Int, Returns> = "load(_:)"
            @available(macOS 100, *)
            var getTitle: FunctionID<() -> String, Returns> { "title" }
            let dropID: FunctionID<() -> Int, Returns> = "drop()"

            override func load(_ x: Int) -> Int { handleCall(\\.load, x, default: super.load(x)) }

            @available(macOS 100, *)
            override var title: String { handleCall(\\.getTitle, default: super.title) }

            @available(*, deprecated, message: "use load")
            override func drop() -> Int { handleCall(\\.dropID, default: super.drop()) }
          }

          """))
      #expect(
        try await Self.fake(of: "Old").text.hasSuffix(
          """
          @available(*, deprecated, message: "use Newer")
          final class FakeOld: Old, Faked {
            let instanceId = FakeInstance()
            let fID: FunctionID<() -> Int, Returns> = "f()"

            override func f() -> Int { handleCall(\\.fID, default: super.f()) }
          }

          """))
      #expect(
        try await Self.fake(of: "Client").text.contains(
          "\n@available(macOS 99, *)\nstruct FakeClient: Faked {\n"))
    }

    private static func fake(of name: String) async throws -> GeneratedFake {
      try #require(try await outcomes.value.fake(of: name))
    }

    private static let outcomes = Task { try await FakeOutcomes(of: source, shared: ["Shared"]) }

    private static let source = ##"""
      class Defaults {
        func count(_ x: Int = 3) -> Int { x }
        func label(x: String = "a, \"b\" (", y: [Int] = [1, 2], z: (Int, Int) = (1, 2)) async throws -> Int { 1 }
        func visit(
          _ body: @escaping (Int, Int) -> Bool = { a, b in a < b }, map: [Int: [Int]] = Dictionary<Int, [Int]>(),
          last: Int? = nil
        ) {}
        func quote(_ x: String = "it`s the final \(1 + (2)))", y: String = #"raw ")" = x"#) {}
        func generic<T>(_ x: T = 3) -> T { x }
        subscript(_ x: Int) -> Int { x }
        func each(_ body: (Int) -> Void) {}
      }
      class Base {
        func open() -> Int { 1 }
        var title: String { "" }
        func copy() -> Base { self }
        func widen(_ x: Int) {}
      }
      class Middle: Base {
        override final var title: String { "" }
        override func copy() -> Middle { self }
        override func widen(_ x: Int?) {}
      }
      class Leaf: Middle { func own() -> Int { 1 } }
      extension Leaf { func helper() -> Int { 1 } }
      class Chain {
        func next() -> Self { self }
        func last() -> Self? { nil }
      }
      class Sum<Value> { func add(_ value: Value) {} }
      class Numbers: Sum<Int> { func clear() {} }
      class Odd {
        func unwrapped(_ x: Int!) -> Int { x }
        func hide(handleCall: Int) -> Int { 1 }
        func unnamed(_: Int, value: Int, x _: Int) {}
        func own(self: Int) -> Int { 1 }
        func take(_ x: consuming [Int], _ y: borrowing String) {}
        var body: () -> Int = { 1 }
      }
      class Identified { final var instanceId: Int { 1 } }
      class Identifying { func instanceId() -> Int { 1 } }
      class Single { private init() {} }
      open class Shared {}
      actor Dealer {}
      @available(macOS 99, *) class Newer {
        func load(_ x: Int) -> Int { x }
        @available(macOS 100, *) var title: String { "" }
        @available(*, deprecated, message: "use load") func drop() -> Int { 1 }
      }
      @available(*, deprecated, message: "use Newer") class Old { func f() -> Int { 1 } }
      @available(macOS 99, *) struct Client { var load: () -> Int }
      """##
  }
#endif
