#if os(Linux)
  import Foundation
  import Testing
  import faked_generate

  /// Protocols that are rare, and that a fake has to meet all the same.
  struct UnusualProtocolTests {
    @Test(arguments: [nil] + FakeKind.allCases)
    func theTypeOfTheFakeIsAnArgument(kind: FakeKind?) async throws {
      let fake = try await UnusualProtocolTests.compiled(
        "public protocol Registry { func add(_ type: Self.Type, to: [Self.Type]) -> Bool }",
        kind)
      #expect(
        fake.text.contains(
          "let add: FunctionID<(FakeRegistry.Type, [FakeRegistry.Type]) -> Bool, Returns>"))
    }

    @Test func overloadsThatDifferOnlyInTheirConditionsAreTwo() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        public protocol Sums {
          func sum<S: Sequence>(_ values: S) -> Int where S.Element == Int
          func sum<S: Sequence>(_ values: S) -> Int where S.Element == String
        }
        """)
      #expect(fake.text.components(separatedBy: "func sum<").count == 3)
      #expect(fake.text.contains("let sumInt: FunctionID<"))
      #expect(fake.text.contains("let sumString: FunctionID<"))
      #expect(fake.text.contains("\"sum(_: S) -> Int where S.Element == String\""))
    }

    @Test func typesThatAreEachOtherAreOne() async throws {
      let compiler = try Compiler()
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
      // This compiler has such conditions in the order of names, which is not promised.
      for file in graphs {
        let graph = try String(contentsOf: file, encoding: .utf8)
        try graph.replacing("Xtem", with: "Item").write(to: file, atomically: true, encoding: .utf8)
      }
      let writer = try FakeWriter(symbolGraphs: graphs)
      let name = try #require(writer.protocols(in: ["App"]).first)
      guard case .written(let fake) = writer.fake(of: name) else {
        throw Compiler.Failure(description: "refused")
      }
      #expect(fake.text.contains("struct FakeAPipe<Item>: APipe, Faked {"))
      #expect(fake.text.contains("func pass(_ item: Item) -> Item"))
    }

    @Test func whatMayBeNoncopyableIsCopyableInAFake() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        public protocol Pool {
          associatedtype Item: ~Copyable
          associatedtype Key: ~Copyable & Sendable
          func give(_ item: consuming Item, _ key: borrowing Key)
        }
        """, options: ["-enable-experimental-feature", "SuppressedAssociatedTypes"])
      #expect(fake.text.contains("struct FakePool<Item, Key: Sendable>: Pool, Faked {"))
    }

    @Test func anInstancePropertyKeepsItsNameBesideAStaticOne() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        public protocol Sized {
          static var size: Int { get }
          var size: Int { get }
        }
        """)
      #expect(fake.text.contains("let getSize: FunctionID<() -> Int, Returns> = \"size\""))
      #expect(
        fake.text.contains("let getSizeOfType: FunctionID<() -> Int, Returns> = \"static size\""))
    }

    @Test func conditionsStandAroundFakesAndMembers() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        #if os(Windows)
        #else
          public protocol Files {
            func open()
            #if os(Linux) || DEBUG
              func inotify(_ path: String) -> Int
              var isFast: Bool { get }
            #endif
          }
        #endif
        """)
      #expect(fake.text.contains("\n#if !os(Windows)\n  struct FakeFiles: Files, Faked {\n"))
      #expect(
        fake.text.contains(
          """
              #if os(Linux) || DEBUG
                let inotify: FunctionID<(String) -> Int, Returns> = "inotify(_:)"
                let getIsFast: FunctionID<() -> Bool, Returns> = "isFast"
              #endif
          """))
      #expect(fake.text.hasSuffix("  }\n#endif\n"))
    }

    @Test func aGuessIsSaidInTheFake() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        public protocol Guessing {
          func run(_ body: () -> Void)
          func pick(_ body: (Int) -> String) -> Int
        }
        """)
      #expect(fake.text.contains("\n  // A guess: body runs once, before the call.\n  func run("))
      #expect(fake.text.contains("\n  // A guess: body does not run.\n  func pick("))
      #expect(fake.notes == ["FakeGuessing.pick does not call its closure 'body'."])
    }

    @Test func noFunctionGetsTheNameOfAnother() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        public protocol Numbers {
          static func add(_ value: Int) -> Bool
          func add(_ value: Int) -> Bool
          func addOfType(_ value: Int)
        }
        """)
      #expect(fake.text.contains("handleCall(\\.addOfType, value, default: ())"))
      #expect(fake.text.contains("current.handleCall(\\.addValue, value)"))
    }

    @Test func aNameThatIsNoClosureMayStandBesideOne() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        import Foundation
        public protocol Retry {
          func run(every: TimeInterval, _ body: () -> Void)
          func each(_ body: ((Int) -> Void) -> Void, every: TimeInterval)
          func lazy(_ text: @autoclosure () -> String, every: TimeInterval, _ body: () -> Void)
        }
        """)
      #expect(fake.text.contains("func run(every: TimeInterval, _ body: () -> Void)"))
    }

    @Test func anAliasThatMayBeAClosureIsRefused() async throws {
      let compiler = try Compiler()
      let other = try compiler.write(
        "public typealias Body = () -> Void; public typealias Count = Int", to: "Other.swift")
      _ = try await compiler.module("Other", [other])
      let graphs = try await compiler.graph(
        "import Other\npublic protocol Retry { func run(_ n: Count, _ a: () -> Void, _ b: Body) }")
      let writer = try FakeWriter(
        symbolGraphs: graphs.filter { $0.lastPathComponent.hasPrefix("App") })
      let name = try #require(writer.protocols(in: ["App"]).first)
      guard case .refused(let refusal) = writer.fake(of: name) else {
        throw Compiler.Failure(description: "written")
      }
      #expect(
        refusal.reason == "'func run(_ n: Count, _ a: () -> Void, _ b: Body)': "
          + "nothing here says whether Count is a closure")
    }

    @Test func aTypeThatHasTheNameOfANoncopyableOneIsRecorded() async throws {
      let compiler = try Compiler()
      let other = try compiler.write("public struct Span: Sendable {}", to: "Other.swift")
      _ = try await compiler.module("Other", [other])
      let graphs = try await compiler.graph(
        "import Other\npublic protocol Tracer { func end(_ span: Span) }")
      let writer = try FakeWriter(
        symbolGraphs: graphs.filter { $0.lastPathComponent.hasPrefix("App") })
      let name = try #require(writer.protocols(in: ["App"]).first)
      guard case .written(let fake) = writer.fake(of: name) else {
        throw Compiler.Failure(description: "refused")
      }
      #expect(fake.text.contains("let end: FunctionID<(Span) -> Void, Returns>"))
    }

    @Test func anActorIsMadeWithPlainValues() async throws {
      let fake = try await UnusualProtocolTests.compiled(
        """
        import Foundation
        #if canImport(FoundationNetworking)
          import FoundationNetworking
        #endif
        public protocol Agent: Actor {
          init(_: Int8, _: Int16, _: UInt16, _: UInt32, _: Substring, _: StaticString, _: Never)
          init(_: Range<Int>, _: ClosedRange<Int>, _: ObjectIdentifier, _: Unicode.Scalar)
          init(_: TimeInterval, _: URLRequest, _: Locale, _: Decimal, _: Calendar, _: TimeZone)
          init(_: IndexPath, _: DateInterval, _: DateComponents, _: URLComponents, _: URLQueryItem)
          init(_: ContinuousClock, _: ContinuousClock.Instant)
        }
        """)
      #expect(fake.text.components(separatedBy: "  init(").count == 7)
    }

    /// The fake of the only protocol of a source, after it has been compiled.
    private static func compiled(_ source: String, _ kind: FakeKind? = nil, options: [String] = [])
      async throws -> GeneratedFake
    {
      let compiler = try Compiler()
      let writer = try FakeWriter(symbolGraphs: await compiler.graph(source, options: options))
      let name = try #require(writer.protocols(in: ["App"]).first)
      switch writer.fake(of: name, FakeStyle(kind: kind)) {
      case .refused(let refusal): throw Compiler.Failure(description: refusal.reason)
      case .written(let fake):
        try await compiler.object([compiler.write(fake.text, to: "Fake.swift")])
        return fake
      }
    }
  }
#endif
