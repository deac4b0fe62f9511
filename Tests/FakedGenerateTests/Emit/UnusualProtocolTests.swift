#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Protocols with unusual requirements.
  @Suite(.tags(.process, .compiler)) struct UnusualProtocolTests {
    @Test(arguments: [
      (
        "Registry",
        ["let add: FunctionID<(FakeRegistry.Type, [FakeRegistry.Type]) -> Bool, Returns>"]
      ),
      ("Sums", ["let sumInt: ", "let sumString: ", "(_: S) -> Int where S.Element == String\""]),
      (
        "Printer",
        [
          "let printInt: ", "let printIntArray: ", "let printIntList: ", "let print: ",
          "let printEquatable: ", "\"print(_: T) -> () where T: Equatable\"",
        ]
      ),
      (
        "Letters",
        [
          "let send: ", "let sendXTo: ",
          "let sendTo: FunctionID<(Int) -> Void, Returns> = \"sendTo(_:)\"",
        ]
      ),
      ("Sized", ["let getSize: ", "let getSizeStatic: ", "= \"static size\""]),
      (
        "Files",
        [
          "\n#if !os(Windows)\n  struct FakeFiles: Files, Faked {\n",
          """
              #if os(Linux) || DEBUG
                let inotify: FunctionID<(String) -> Int, Returns> = "inotify(_:)"
                let getIsFast: FunctionID<() -> Bool, Returns> = "isFast"
              #endif
          """,
        ]
      ),
      (
        "Guessing",
        [
          "\n  // A guess: body runs once, before the call.\n  func run(",
          "\n  // A guess: body does not run.\n  func pick(",
        ]
      ),
    ]) func unusualProtocolsHaveFakes(name: String, parts: [String]) async throws {
      let text = try await UnusualProtocolTests.fake(of: name).text
      for part in parts { #expect(text.contains(part), "\(text)") }
    }

    @Test func aNoteNamesAClosureThatIsNotCalled() async throws {
      let fake = try await UnusualProtocolTests.fake(of: "Guessing")
      #expect(fake.notes == ["FakeGuessing.pick does not call its closure 'body'."])
    }

    @Test func theModuleOfASuperclassIsImported() async throws {
      let compiler = Compiler()
      _ = try await compiler.graph("open class Screen { public init() {} }", module: "Kit")
      let graphs = try await compiler.graph(
        "import Kit\npublic protocol Panel: Screen { func open() }")
      let panel = FakeableType(module: "App", name: "Panel")
      let fake = try #require(try FakeGenerator(symbolGraphs: graphs).fake(of: panel).fake)
      #expect(fake.text.hasPrefix("import App\nimport Faked\nimport Kit\n\n"))
      try await compiler.check([compiler.write(fake.text, to: "FakePanel.swift")])
    }

    @Test func equalAssociatedTypesAreOneParameter() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        public protocol Source {
          associatedtype Item where Item == Value
          associatedtype Value
        }
        public protocol Sink {
          associatedtype Value where Value == Xtem
          associatedtype Xtem
        }
        public protocol APipe: Source, Sink { func pass(_ item: Item) -> Value }
        """)
      // This compiler sorts such conditions by name, which is not guaranteed.
      for file in graphs {
        let graph = try String(contentsOf: file, encoding: .utf8)
        try graph.replacing("Xtem", with: "Item").write(to: file, atomically: true, encoding: .utf8)
      }
      let writer = try FakeGenerator(symbolGraphs: graphs)
      let name = try #require(writer.protocols(in: ["App"]).first)
      let fake = try #require(writer.fake(of: name).fake)
      #expect(fake.text.contains("struct FakeAPipe<Item>: APipe, Faked {"))
      #expect(fake.text.contains("func pass(_ item: Item) -> Item"))
    }

    @Test func conditionsLeaveOutUnsharedFlags() async throws {
      let name = FakeableType(module: "App", name: "Files")
      let fake = try #require(try await UnusualProtocolTests.writers.value[1].fake(of: name).fake)
      #expect(fake.text.contains("\n    let inotify: FunctionID<(String) -> Int, Returns>"))
      #expect(fake.text.contains("\n    #if os(Linux)\n      let locksID: FunctionID<"))
      #expect(!fake.text.contains("STORE"))
    }

    @Test func aForeignAliasOfAClosureIsSpelledOut() async throws {
      let compiler = Compiler()
      _ = try await compiler.graph(
        """
        public typealias Body = () -> Void; public typealias Count = Int
        public struct Span: Sendable {}
        """, module: "Other")
      let graphs = try await compiler.graph(
        """
        import Other
        public protocol Retry { func run(_ n: Count, _ a: () -> Void, _ b: Body) }
        public protocol Tracer { func end(_ span: Span) }
        """)
      let writer = try FakeGenerator(
        symbolGraphs: graphs.filter { $0.lastPathComponent.hasPrefix("App") })
      let retry = try #require(writer.fake(of: FakeableType(module: "App", name: "Retry")).fake)
      let fake = try #require(writer.fake(of: FakeableType(module: "App", name: "Tracer")).fake)
      // Only the identifier shows that `Body` is a nonescaping closure.
      #expect(retry.text.contains("func run(_ n: Count, _ a: () -> Void, _ b: () -> Void) {\n"))
      // The type has the same name as a noncopyable type of the standard library.
      #expect(fake.text.contains("let end: FunctionID<(Span) -> Void, Returns>"))
    }

    @Test func aNonsendingClosureKeepsItsIsolation() async throws {
      // A graph that is extracted from the module contains the attribute. A graph from the build does not.
      let compiler = Compiler()
      _ = try await compiler.graph(
        """
        public protocol Calling {
          func call(_ body: nonisolated(nonsending) @escaping @Sendable () async -> Int)
          func each(_ body: nonisolated(nonsending) ([String: Result<Int, any Error>]) async -> [Int])
        }
        """)
      let writer = try FakeGenerator(symbolGraphs: await compiler.extract(["App"]))
      let name = try #require(writer.protocols(in: ["App"]).first)
      let fake = try #require(writer.fake(of: name).fake)
      let file = try compiler.write(fake.text, to: "Fake.swift")
      try await compiler.check([file])
    }

    @Test func aClosureIsSendableIfOnlyItsIdentifierStatesIt() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        public protocol Gesture {
          var onEnd: (@Sendable () async -> Void)? { get set }
          func run(_ bodies: [@Sendable (Int) -> Void], _ draw: @escaping @MainActor () -> Void)
        }
        """)
      // Swift 6.2 writes such graphs.
      for file in graphs {
        let graph = try String(contentsOf: file, encoding: .utf8)
        try graph.replacing("@Sendable", with: "")
          .write(to: file, atomically: true, encoding: .utf8)
      }
      let writer = try FakeGenerator(symbolGraphs: graphs)
      let name = try #require(writer.protocols(in: ["App"]).first)
      let fake = try #require(writer.fake(of: name).fake)
      #expect(
        fake.text.contains("_ bodies: [@Sendable (Int) -> Void], _ draw: @escaping @MainActor"))
      try await compiler.check([compiler.write(fake.text, to: "Fake.swift")])
    }

    @Test func typesOfTheModuleMayHaveNamesOfTheStandardLibrary() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        public struct String {}
        public struct Bool {}
        public protocol Error {}
        public protocol Store: Equatable {
          init?(_ name: Swift.String)
          func map<E>(_ body: () throws(E) -> String) throws(E) -> [Swift.String]
          static func == (left: Self, right: Self) -> Swift.Bool
        }
        extension Store {
          public static func == (left: Self, right: Self) -> Swift.Bool { true }
        }
        public struct Client { var load: () -> String }
        """)
      let writer = try FakeGenerator(symbolGraphs: graphs)
      let types = writer.protocols(in: ["App"]) + writer.structsOfClosures(in: ["App"])
      let fakes = types.compactMap { writer.fake(of: $0).fake }
      #expect(fakes.map(\.fakeName) == ["FakeError", "FakeStore", "FakeClient"])
      let files = try fakes.map { try compiler.write($0.text, to: "\($0.fakeName).swift") }
      try await compiler.check(files)
    }

    @Test func aSequenceThatIsAnIteratorIsItsOwnIterator() async throws {
      let compiler = Compiler()
      let graphs = try await compiler.graph(
        """
        public protocol Lines: Sequence, IteratorProtocol where Element == String {}
        public protocol Events: AsyncSequence, AsyncIteratorProtocol, AnyObject {}
        public protocol Numbers: Sequence, IteratorProtocol where Iterator: Sendable {}
        public protocol Letters: RandomAccessCollection, IteratorProtocol where Index == Int {}
        """)
      let writer = try FakeGenerator(symbolGraphs: graphs)
      let fakes = writer.protocols(in: ["App"]).compactMap { writer.fake(of: $0).fake }
      let heads = [
        "Events<Element>:", "Letters<Element>:", "Lines:", "Numbers<Element, Iterator: ",
      ]
      #expect(fakes.count == heads.count)
      for (fake, head) in zip(fakes, heads) { #expect(fake.text.contains(" Fake" + head)) }
      let files = try fakes.map { try compiler.write($0.text, to: "\($0.fakeName).swift") }
      try await compiler.check(files)
    }

    @Test func anActorHasInitializersWithSendableValues() async throws {
      let fake = try await UnusualProtocolTests.fake(of: "Agent")
      #expect(fake.text.components(separatedBy: "  init(").count == 7)
    }

    #if compiler(>=6.2)
      @Test func anIntegerAsAGenericParameterIsRefused() async throws {
        let outcomes = try await FakeOutcomes(
          of: "protocol Rows { func fill<let count: Int>(_ rows: Row<count>) }\n"
            + "struct Row<let count: Int> {}")
        #expect(
          outcomes.refusal(of: "Rows")?.reason
            == "'func fill<let count : Int>(_ rows: Row<count>)' has syntax that faked-generate "
            + "does not know")
      }
    #endif

    /// The protocols are part of the corpus, whose tests check that the fakes compile.
    private static let writers = Task {
      let compiler = Compiler()
      let graphs = try await compiler.module(
        "App", [Corpus.source("Unusual")], options: Corpus.options)
      return try [[], ["DEBUG", "STORE"]].map {
        try FakeGenerator(symbolGraphs: graphs, unsharedFlags: ["App": ["App": $0]])
      }
    }

    private static func fake(of name: String) async throws -> GeneratedFake {
      let name = FakeableType(module: "App", name: name)
      return try #require(try await writers.value[0].fake(of: name).fake)
    }
  }
#endif
