#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  @Suite(.tags(.process, .compiler)) struct RefusalTests {
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
        "a fake that inherits from Holder, if that is possible"),
      Case(
        "Ended", "only subclasses of Closed conform to Ended, and that class is final",
        "a fake that inherits from Closed, if that is possible"),
      Case(
        "Dealt", "only subclasses of Dealer conform to Dealt, and that class is an actor",
        "a fake that inherits from Dealer, if that is possible"),
      Case(
        "Steps",
        "Steps needs BinaryInteger, from which it inherits, and its source was not given",
        .write(
          "the fake, with each requirement of BinaryInteger; "
            + "or give the sources of the module that declares BinaryInteger")),
      Case(
        "Met", "faked-generate cannot meet the condition 'where [Row] == [Int]'",
        "the fake, with this requirement"),
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
        "Built",
        "its associated type Maker mentions Self, and a generic fake cannot name itself there",
        "a fake that is not generic, with typealias Maker = …"),
      Case(
        "Naming", "its associated type FunctionID hides the type FunctionID of Faked",
        .change("Rename the associated type, because a fake needs both")),
      Case(
        "Unnamed", "'var `_`: Int { get }' has a name that an ID cannot have",
        "the fake, with this requirement"),
    ])
    func refusalsGiveAReasonAndARemedy(wanted: Case) async throws {
      let refusal = try #require(
        try await RefusalTests.app.value.refusal(of: wanted.name))
      #expect(refusal.reason == wanted.reason)
      #expect(refusal.instead == wanted.instead)
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      let reason: String
      let instead: Remedy
      var testDescription: String { name }

      init(_ name: String, _ reason: String, _ instead: Remedy) {
        (self.name, self.reason, self.instead) = (name, reason, instead)
      }
    }

    private static let app = Task {
      try await FakeOutcomes(
        of: """
          import Foundation
          struct File  // number -> file
            : ~Copyable
          {}
          protocol Listing { associatedtype Item; associatedtype Row }
          protocol Met: Listing where Item == Int, [Item] == [Row] {}
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
          protocol Making<Made> { associatedtype Made }
          protocol Built { associatedtype Maker: Making<Self> }
          protocol Naming { associatedtype FunctionID; func id() -> FunctionID }
          protocol Unnamed { var `_`: Int { get } }
          """)
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
          "'func `send all`()' has a name that an ID cannot have",
          "'func send(`all of` them: Int)' has a name that an ID cannot have",
          "'associatedtype `1st`' has a name that an ID cannot have",
          "With space is a raw identifier, which a generated fake cannot have",
        ])
    }

    @Test func anAssociatedTypeUnderAConditionIsRefused() throws {
      let writer = try uncompiledGenerator(
        """
        protocol Hash {
          #if os(macOS)
            associatedtype Value
          #endif
        }
        """, in: TemporaryFolder())
      #expect(
        writer.fake(of: writer.protocols[0]).refusal?.reason
          == "'associatedtype Value' is under #if, and a fake is generic on all systems or on none")
    }
  }
#endif
