#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct RefusalTests {
    private static let leaveOut = "nothing, it is enough to leave out --kind"

    @Test(arguments: [
      Case(
        "Private", "Private is private, so that only its own file sees it",
        "internal before the protocol, or the fake in its file"),
      Case(
        "Sub", "Sub is for subclasses of Base, whose initializers and members are its own",
        "final class FakeSub: Base, Sub, Faked, with a line for each requirement that Base does not "
          + "meet"),
      Case(
        "Steps", "Steps inherits from Swift.BinaryInteger, and no symbol graph of Swift was given",
        "the fake, with a line for each requirement of Swift.BinaryInteger; "
          + "or give the symbol graph of Swift, if that module is yours"),
      Case(
        "Agent", kind: .struct, "Agent inherits from Actor, so only an actor can conform",
        leaveOut),
      Case("Object", kind: .struct, "Object is for classes only", leaveOut),
      Case(
        "Main", kind: .actor, "Main is isolated to @MainActor, and an actor to itself", leaveOut),
      Case(
        "Coded", kind: .actor, "Coded is for coding, which an actor's isolation does not allow",
        leaveOut),
      Case(
        "Closing",
        "'func close(_ file: consuming File)': a call cannot keep a value of File, which is "
          + "noncopyable",
        "the method, handing over what the value holds"),
      Case(
        "Working",
        "'func run(_ job: consuming ExecutorJob)': a call cannot keep a value of ExecutorJob, which is "
          + "noncopyable",
        "the method, handing over what the value holds"),
      Case(
        "Opening",
        "'func open() -> File': no stub can give a value of File, which is noncopyable",
        "the method, making the result from what a stub gives"),
      Case(
        "Reading",
        "'var file: File { get }': no stub can give a value of File, which is noncopyable",
        "the property, making the value from what a stub gives"),
      Case(
        "Generic",
        "'func f<T>(_ value: borrowing T) where T : ~Copyable': a call cannot keep a value of T, "
          + "which is noncopyable",
        "the method, handing over what the value holds"),
      Case(
        "Twice",
        "'func f<T>(_ value: T) where T == Self.Item': 'T == Item' says two parameters of the fake to "
          + "be one",
        "a fake that is not generic: typealias Item = …"),
      Case(
        "Identity", "'var instanceId: Int { get }': instanceId is also what tells fakes apart",
        "let instanceId, with a value that no other fake has"),
      Case(
        "Isolated",
        "'func f(_ action: @escaping () async -> Void)': it has a closure with @isolated(any), "
          + "which the symbol graph leaves out",
        "the requirement, with @isolated(any) before the closure"),
      Case(
        "Made",
        "'init(page: Page)': an actor cannot be made with a value of Page unless that is Sendable",
        "a class or struct as the fake where the protocol allows it; else Sendable at the type"),
      Case(
        "Twofold",
        "Twofold has 'var name: String { get }' and 'var name: Int { get }', and no type has two "
          + "properties of one name",
        "nothing: no type can conform to Twofold; rename one of them"),
      Case(
        "Built", "Maker is to know the fake, which is generic over it",
        "a fake that is not generic: typealias Maker = …, with a type that knows FakeBuilt"),
      Case(
        "Naming", "its associated type FunctionID hides what Faked calls FunctionID",
        "nothing: no fake can name both; rename the associated type"),
      Case(
        "Zipping",
        "'func zip<each A, each B>(_ a: repeat each A, b: repeat each B) -> (repeat (each A, each B)) "
          + "where (repeat (each A, each B)) : Any': it has two packs side by side, which the "
          + "compiler lets no type conform to",
        "nothing: no type can conform to it; use one tuple for each pack"),
      Case("NSThing", kind: .struct, "NSThing is for subclasses of NSObject", leaveOut),
    ])
    func whatCannotBeWrittenIsNamed(wanted: Case) async throws {
      let refusal = try #require(
        try await RefusalTests.app.value.refusal(of: wanted.name, wanted.kind))
      #expect(refusal.reason == wanted.reason)
      #expect(refusal.instead == wanted.instead)
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      let kind: FakeKind?
      let reason: String
      let instead: String
      var testDescription: String { name }

      init(_ name: String, kind: FakeKind? = nil, _ reason: String, _ instead: String) {
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
          class Base {}
          private protocol Private { func f() }
          protocol Sub: Base { func f() }
          protocol Steps: BinaryInteger { func f() }
          protocol Agent: Actor { func f() }
          protocol Object: AnyObject { func f() }
          @MainActor protocol Main { func f() }
          protocol Coded: Codable { func f() }
          protocol Closing {
            func close(_ file: consuming File)
            func size(_ path: String) -> Int
          }
          protocol Working { func run(_ job: consuming ExecutorJob) }
          protocol Opening { func open() -> File }
          protocol Reading { var file: File { get } }
          protocol Generic { func f<T: ~Copyable>(_ value: borrowing T) }
          protocol Twice { associatedtype Item; func f<T>(_ value: T) where T == Item }
          protocol Identity { var instanceId: Int { get } }
          protocol Isolated { func f(_ action: @escaping @isolated(any) () async -> Void) }
          protocol Made: Actor { init(page: Page) }
          protocol Numbered { var name: Int { get } }
          protocol Named { var name: String { get } }
          protocol Twofold: Named, Numbered {}
          protocol Making<Made> { associatedtype Made }
          protocol Built { associatedtype Maker: Making<Self> }
          protocol Naming { associatedtype FunctionID; func id() -> FunctionID }
          protocol Zipping {
            func zip<each A, each B>(_ a: repeat each A, b: repeat each B) -> (repeat (each A, each B))
          }
          protocol NSThing: NSObjectProtocol {}
          protocol Defaulted { func close(_ file: consuming File); func size() -> Int }
          extension Defaulted { func close(_ file: consuming File) {} }
          """)
    }

    @Test func theRestIsThereToBeFinishedByHand() async throws {
      let refusal = try #require(try await RefusalTests.app.value.refusal(of: "Closing"))
      #expect(
        refusal.partial == """
          import Faked
          import Foundation

          @testable import App

          struct FakeClosing: Closing, Faked {
            let instanceId = FakeInstance()
            let size: FunctionID<(String) -> Int, Returns> = "size(_:)"

            func size(_ path: String) -> Int { handleCall(\\.size, path) }
            // Write by hand: func close(_ file: consuming File)
          }

          """)
    }

    @Test func whatHasADefaultImplementationMayBeLeftOut() async throws {
      let fake = try #require(try await RefusalTests.app.value.fake(of: "Defaulted"))
      #expect(!fake.text.contains("close"))
      #expect(fake.text.contains("func size() -> Int"))
      #expect(fake.notes == ["FakeDefaulted leaves close to the extension of its protocol."])
    }

    @Test func aRawIdentifierIsRefused() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        protocol A { func sendAll() }
        protocol B { func send(allOf them: Int) }
        protocol C { associatedtype FirstItem }
        protocol Spaced { func f() }
        """)
      // Older compilers do not know such names.
      for file in graphs {
        let graph = try String(contentsOf: file, encoding: .utf8)
        try graph.replacing("\"sendAll\"", with: "\"`send all`\"")
          .replacing("\"allOf\"", with: "\"`all of`\"")
          .replacing("\"FirstItem\"", with: "\"`1st`\"")
          .replacing("\"Spaced\"", with: "\"With space\"")
          .write(to: file, atomically: true, encoding: .utf8)
      }
      let writer = try FakeGenerator(symbolGraphs: graphs)
      #expect(
        writer.protocols(in: ["App"]).map { writer.fake(of: $0).refusal?.reason } == [
          "'func `send all`()' has a raw identifier, which no generated fake has",
          "'func send(`all of` them: Int)' has a raw identifier, which no generated fake has",
          "'associatedtype `1st`' has a raw identifier, which no generated fake has",
          "With space is a raw identifier, which no generated fake has",
        ])
    }

    @Test func anUnknownProtocolIsRefused() throws {
      let writer = try FakeGenerator(symbolGraphs: [])
      let name = FakeableType(module: "App", name: "Mailer")
      let refusal = try #require(writer.fake(of: name).refusal)
      #expect(refusal.reason == "App has no protocol Mailer")
      #expect(refusal.instead == "the name of a protocol that it has")
      #expect(writer.protocols(in: ["App"]).isEmpty)
    }
  }
#endif
