#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The facts that a fake takes from its protocol, its source, and the protocols around it.
  @Suite(.tags(.process, .compiler)) struct ProtocolModelTests {
    private static let outcomes = Task {
      try await FakeOutcomes(
        of: """
          import Foundation
          struct Data {}
          protocol Plain { func data() -> Data }
          protocol Dated { func data(at date: Date) -> Data }
          protocol Launcher {
            #if os(macOS)
              func dock()
            #elseif os(Windows)
              func start()
            #else
              func tray()
            #endif
            #if false
              func never()
            #endif
          }
          protocol Compact { #if os(Windows)
              func start()
            #endif
            func stop()
          }
          /*
          #if LEGACY
          */
          protocol Shown { func show() }
          class Screen { init(title: String) {}; func size() -> Int { 0 } }
          protocol Themed: Screen { func size() -> Int; func theme() -> String }
          """)
    }

    private func text(of name: String) async throws -> String {
      try await Self.outcomes.value.text(of: name)
    }

    @Test func aFakeHasTheRequirementsOfEveryPlatform() async throws {
      let fake = try #require(try await Self.outcomes.value.fake(of: "Launcher"))
      #expect(fake.notes == [])
      #expect(
        fake.text.hasSuffix(
          """
            #if os(macOS)
              func dock() { handleCall(\\.dockID, default: ()) }
            #endif

            #if !os(macOS) && os(Windows)
              func start() { handleCall(\\.startID, default: ()) }
            #endif

            #if !os(macOS) && !os(Windows)
              func tray() { handleCall(\\.trayID, default: ()) }
            #endif

            #if false
              func never() { handleCall(\\.neverID, default: ()) }
            #endif
          }

          """))
    }
  }
#endif
