#if os(Linux)
  import TestSupport
  import Testing
  import faked_generate

  /// The differences between a protocol and its fake that the output names.
  @Suite(.tags(.process, .compiler)) struct NoteTests {
    @Test(arguments: [
      (
        "Failing",
        [
          "The ID of run(_:) cannot throw, because the type of the error is generic."
        ]
      ),
      (
        "Child",
        [
          "FakeChild.load has one ID for declarations with different effects, and the ID has only "
            + "the effects that all of them have."
        ]
      ),
      (
        "Choosing",
        [
          "FakeChoosing.value(_:) has one ID for the overloads with the results T and T?."
        ]
      ),
      (
        "Resetting",
        [
          "resetCalls() of Resetting hides a method of Faked with the same name. Call that with "
            + "(fake as any Faked).resetCalls."
        ]
      ),
      (
        "Watching",
        [
          "FakeWatching has async closures. It compiles if its target and App have the same setting of "
            + "NonisolatedNonsendingByDefault."
        ]
      ),
      ("Overloads", []), ("Inferred", []), ("Stating", []),
    ]) func aFakeThatDiffersHasANote(name: String, notes: [String]) async throws {
      #expect(try await Self.fakes.value.fake(of: name)?.notes == notes)
    }

    @Test func theLibrarysMethodCanBeCalled() async throws {
      let compiler = Compiler()
      let writer = try await compiler.generator(Self.source)
      let type = try #require(writer.protocols.first { $0.name == "Resetting" })
      let fake = try #require(writer.fake(of: type).fake)
      let use = "import Faked\nfunc use(_ fake: FakeResetting) { (fake as any Faked).resetCalls() }"
      try await compiler.check([
        compiler.write(fake.text, to: "Fake.swift"), compiler.write(use, to: "Use.swift"),
      ])
    }

    @Test func aSyncAndAnAsyncOverloadHaveTwoIDs() async throws {
      let text = try await Self.fakes.value.text(of: "Overloads")
      #expect(text.contains("let loadInt: FunctionID<() -> Int, Returns> ="))
      #expect(text.contains("let loadIntAsync: FunctionID<() -> Int, AsyncReturns> ="))
    }

    @Test func anAssociatedTypeThatOverloadsMakeAmbiguousIsStated() async throws {
      let text = try await Self.fakes.value.text(of: "Inferred")
      #expect(text.contains("struct FakeInferred<ValueType: Equatable>: Inferred, Faked {\n"))
      #expect(text.contains("  typealias Value = ValueType\n"))
    }

    @Test func aProtocolInSeveralBranchesHasANote() throws {
      let writer = try uncompiledGenerator(
        """
        #if os(macOS)
          protocol Screen { func show() }
        #else
          protocol Screen { func hide() }
        #endif
        """, in: TemporaryFolder())
      #expect(
        writer.fake(of: writer.protocols[0]).fake?.notes == [
          "Screen is declared 2 times. FakeScreen is the fake of the one at App.swift:2."
        ])
    }

    @Test func namesThatTheSourcesLackHaveNotes() throws {
      let writer = try uncompiledGenerator(
        """
        import Kit
        @Mockable @Storage protocol Loading {
          @Tracked func load(_ handler: Handler, _ name: String) -> Image
          @MainActor func draw()
        }
        """, in: TemporaryFolder())
      let fake = try #require(writer.fake(of: writer.protocols[0]).fake)
      #expect(
        fake.notes
          == ["Mockable", "Storage", "Tracked"].map {
            "@\($0) is not in the sources, so FakeLoading treats it as a macro. If it is a global "
              + "actor, give the sources of its module."
          } + [
            "Handler is not in the sources. If one of them is an alias of a closure, FakeLoading "
              + "does not compile: give the sources of its module."
          ])
      #expect(fake.text.contains("  @MainActor func draw()"))
    }

    private static let source = """
      public protocol Failing { func run<E: Error>(_ value: Int) throws(E) -> Int }
      public protocol Parent { func load() throws -> Int }
      public protocol Child: Parent { func load() -> Int }
      public protocol Choosing {
        func value<T>(_ key: String) -> T
        func value<T>(_ key: String) -> T?
      }
      public protocol Resetting { func resetCalls() }
      public protocol Watching { func watch(_ body: @Sendable (Int) async -> Void) async }
      public protocol Stating { func state(_ body: @escaping @MainActor () async -> Void) }
      public protocol Overloads { func load() -> Int; func load() async -> Int }
      public protocol Inferred {
        associatedtype Value: Equatable
        func write(_ value: Value)
        func write(_ value: String)
      }
      """

    private static let fakes = Task { try await FakeOutcomes(of: source) }
  }
#endif
