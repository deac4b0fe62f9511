#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct RefusalTests {
    private static let leaveOut = Remedy.change("Leave out --kind")

    @Test(arguments: [
      Case(
        "Private", "Private is private, so only its own file sees it",
        "the fake in that file, or write internal before the protocol"),
      Case(
        "Hidden",
        "Locked has only a private initializer, 'init()'",
        .change("Make the initializer internal, or leave the protocol out: --except Hidden")),
      Case(
        "Held", "only subclasses of Holder conform to Held, and that class is generic",
        "final class FakeHeld: Holder<…>, Held, Faked"),
      Case(
        "Ended", "only subclasses of Closed conform to Ended, and that class is final",
        .change("Remove final from Closed")),
      Case(
        "Dealt", "only Dealer conforms to Dealt, and an actor has no subclasses",
        .change("Inherit from Actor instead of Dealer")),
      Case(
        "Steps",
        "Steps needs BinaryInteger, from which it inherits, and its source was not given",
        .write(
          "the fake, with each requirement of BinaryInteger; "
            + "or give the sources of the module that declares BinaryInteger")),
      Case(
        "Sliced",
        "faked-generate cannot meet the condition 'where SubSequence == ArraySlice<Int>'",
        "the fake, with this requirement"),
      Case(
        "Agent", kind: .struct, "Agent inherits from Actor, so only an actor conforms",
        leaveOut),
      Case("Object", kind: .struct, "only classes conform to Object", leaveOut),
      Case(
        "Main", kind: .actor, "Main is isolated to @MainActor, and an actor isolates itself",
        leaveOut),
      Case(
        "Coded", kind: .actor, "Coded inherits from Codable, to which an actor cannot conform",
        leaveOut),
      Case(
        "Closing",
        "'func close(_ file: consuming File)': a call cannot keep a value of File, which is "
          + "noncopyable",
        "the method, and pass the contents of the value to handleCall"),
      Case(
        "Halfway",
        "'func close(_ file: consuming File)': a call cannot keep a value of File, which is "
          + "noncopyable",
        "the method, and pass the contents of the value to handleCall"),
      Case(
        "Working",
        "'func run(_ job: consuming ExecutorJob)': a call cannot keep a value of ExecutorJob, which is "
          + "noncopyable",
        "the method, and pass the contents of the value to handleCall"),
      Case(
        "Opening",
        "'func open() -> File': a stub cannot return a value of File, which is noncopyable",
        "the method, and create the result from a value that a stub returns"),
      Case(
        "Reading",
        "'var file: File { get }': a stub cannot return a value of File, which is noncopyable",
        "the property, and create its value from a value that a stub returns"),
      Case(
        "Generic",
        "'func f<T: ~Copyable>(_ value: borrowing T)': a call cannot keep a value of T, "
          + "which is noncopyable",
        "the method, and pass the contents of the value to handleCall"),
      Case(
        "Twice",
        "'func f<T>(_ value: T) where T == Item': 'T == Item' makes two generic "
          + "parameters equal",
        "a fake that is not generic, with typealias Item = …"),
      Case(
        "Identity", "'var instanceId: Int { get }': instanceId also identifies a fake",
        "let instanceId, with a value that is different for each fake"),
      Case(
        "Made",
        "'init(page: Page)': an actor cannot be created with a value of Page, which is not "
          + "known to be Sendable",
        "a class or struct if the protocol allows it, or make the type Sendable"),
      Case(
        "Twofold",
        "Twofold has 'var name: String { get }' and 'var name: Int { get }', and a type "
          + "cannot have two properties with one name",
        .change("Rename one of them, because no type can conform to Twofold")),
      Case(
        "Built",
        "its associated type Maker mentions Self, and a generic fake cannot name itself there",
        "a fake that is not generic, with typealias Maker = …"),
      Case(
        "Naming", "its associated type FunctionID hides the type FunctionID of Faked",
        .change("Rename the associated type, because a fake needs both")),
      Case(
        "Unnamed", "'var `_`: Int { get }' has the name _, which an ID cannot have",
        .change("Rename the requirement")),
      Case("NSThing", kind: .struct, "only subclasses of NSObject conform to NSThing", leaveOut),
    ])
    func refusalsGiveAReasonAndARemedy(wanted: Case) async throws {
      let refusal = try #require(
        try await RefusalTests.app.value.refusal(of: wanted.name, wanted.kind))
      #expect(refusal.reason == wanted.reason)
      #expect(refusal.instead == wanted.instead)
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      let kind: FakeKind?
      let reason: String
      let instead: Remedy
      var testDescription: String { name }

      init(_ name: String, kind: FakeKind? = nil, _ reason: String, _ instead: Remedy) {
        (self.name, self.kind, self.reason, self.instead) = (name, kind, reason, instead)
      }
    }

    private static let app = Task {
      try await FakeOutcomes(
        of: """
          import Foundation
          struct File  // number -> file
            : ~Copyable
          {}
          class Page {}
          protocol Sliced: Collection where SubSequence == ArraySlice<Int> {}
          class Base {}
          private protocol Private { func f() }
          class Locked { private init() {} }
          protocol Hidden: Locked { func f() }
          final class Closed {}
          protocol Ended: Closed { func f() }
          actor Dealer {}
          protocol Dealt: Dealer { func f() }
          class Holder<Value> {}
          protocol Held: Holder<Int> { func f() }
          protocol Steps: BinaryInteger { func f() }
          protocol Agent: Actor { func f() }
          protocol Object: AnyObject { func f() }
          @MainActor protocol Main { func f() }
          protocol Coded: Codable { func f() }
          protocol Closing {
            func close(_ file: consuming File)
            func size(_ path: String) -> Int
          }
          protocol Halfway { func close(_ file: consuming File) }
          extension Halfway where Self: AnyObject { func close(_ file: consuming File) {} }
          protocol Working { func run(_ job: consuming ExecutorJob) }
          protocol Opening { func open() -> File }
          protocol Reading { var file: File { get } }
          protocol Generic { func f<T: ~Copyable>(_ value: borrowing T) }
          protocol Twice { associatedtype Item; func f<T>(_ value: T) where T == Item }
          protocol Identity { var instanceId: Int { get } }
          protocol Made: Actor { init(page: Page) }
          protocol Numbered { var name: Int { get } }
          protocol Named { var name: String { get } }
          protocol Twofold: Named, Numbered {}
          protocol Making<Made> { associatedtype Made }
          protocol Built { associatedtype Maker: Making<Self> }
          protocol Naming { associatedtype FunctionID; func id() -> FunctionID }
          protocol Unnamed { var `_`: Int { get } }
          protocol NSThing: NSObjectProtocol {}
          protocol Defaulted { func close(_ file: consuming File); func size() -> Int }
          extension Defaulted { func close(_ file: consuming File) {} }
          """)
    }

    @Test func aRefusalContainsTheRestOfTheFake() async throws {
      let refusal = try #require(try await RefusalTests.app.value.refusal(of: "Closing"))
      #expect(
        refusal.partial == """
          import Faked

          @testable import App

          struct FakeClosing: Closing, Faked {
            let instanceId: FakeInstance
            let size: FunctionID<(String) -> Int, Returns> = "size(_:)"

            init(_ name: String? = nil) { instanceId = FakeInstance(name) }

            func size(_ path: String) -> Int { handleCall(\\.size, path) }
            // Write by hand: func close(_ file: consuming File)
          }

          """)
    }

    @Test func aMemberWithADefaultImplementationCanBeLeftOut() async throws {
      let fake = try #require(try await RefusalTests.app.value.fake(of: "Defaulted"))
      #expect(!fake.text.contains("close"))
      #expect(fake.text.contains("func size() -> Int"))
      #expect(fake.notes == ["FakeDefaulted leaves close to the extension of its protocol."])
    }

    @Test func aRawIdentifierIsRefused() async throws {
      // Older compilers do not know such names.
      let writer = try uncompiledGenerator(
        """
        protocol A { func `send all`() }
        protocol B { func send(`all of` them: Int) }
        protocol C { associatedtype `1st` }
        protocol `With space` { func f() }
        """, in: TemporaryFolder())
      #expect(
        writer.protocols.map { writer.fake(of: $0).refusal?.reason } == [
          "'func `send all`()' has a raw identifier, which an ID cannot have",
          "'func send(`all of` them: Int)' has a raw identifier, which an ID cannot have",
          "'associatedtype `1st`' has a raw identifier, which an ID cannot have",
          "With space is a raw identifier, which a generated fake cannot have",
        ])
    }

    @Test func anUnknownProtocolIsRefused() throws {
      let writer = FakeGenerator([])
      let name = FakeableType(module: "App", name: "Mailer")
      let refusal = try #require(writer.fake(of: name).refusal)
      #expect(refusal.reason == "App has no protocol Mailer")
      #expect(refusal.instead == .change("Give the name of a protocol in App"))
      #expect(writer.protocols.isEmpty)
    }
  }
#endif
