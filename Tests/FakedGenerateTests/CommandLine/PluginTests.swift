#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The responses of the tool to requests of the plugin.
  @Suite(.tags(.process, .compiler)) struct PluginTests {
    private let package = TemporaryFolder()

    private static let modules: KeyValuePairs = [
      "Core": "public protocol Named { var name: String { get } }",
      "Mail": "import Core\nprotocol Mailer: Named { func send(_ text: String) }",
      "Demo": "protocol Screen { func show(_ text: String) }",
      "Empty": "struct Empty {}",
    ]

    private func target(
      _ name: String, isTest: Bool = false, _ dependencies: [String] = [],
      modules: [String] = [], flags: [String] = []
    ) -> PluginRequest.Target {
      PluginRequest.Target(
        name: name, module: name, isTest: isTest, isLibraryOrExecutable: !isTest,
        folder: package.url.appending(path: isTest ? "Tests/\(name)" : "Sources/\(name)").path,
        dependencies: dependencies, modules: modules, flags: flags)
    }

    /// Runs the tool with a request about a package with these targets.
    private func run(
      _ words: String..., targets: [PluginRequest.Target]? = nil, graphs: [String]? = nil,
      takesSecondPlan: Bool = false, isReadOnly: Bool = false
    ) async throws -> ToolRun {
      let targets =
        targets ?? [
          target("Mail", ["Core"]), target("Core"), target("Empty"),
          target("MailTests", isTest: true, ["Mail"], modules: ["Mail", "Core", "Faked"]),
        ]
      for (file, text) in try await Compiler.graphs(of: Self.modules)
      where graphs?.contains(String(file.prefix { $0 != "." })) == true {
        try package.write(text, to: "graphs/\(file)")
      }
      let request = PluginRequest(
        packageFolder: package.url.path, targets: targets,
        planFile: package.url.appending(path: "plan").path,
        symbolGraphs: graphs.map { _ in [package.url.appending(path: "graphs").path] },
        takesSecondPlan: takesSecondPlan, isReadOnly: isReadOnly)
      try package.write(
        String(decoding: try JSONEncoder().encode(request), as: UTF8.self), to: "request.json")
      return ToolRun([CommandLineTool.requestOption, "request.json"] + words, in: package)
    }

    @Test func thePlanNamesTheTargetsToRead() async throws {
      let all = try await run()
      #expect(all.output.isEmpty && all.errors.isEmpty)
      #expect(all.status == .fine)
      #expect(package.read("plan") == "Core\nMail\nEmpty")
      #expect(try await run("--target", "Mail").status == .fine)
      #expect(package.read("plan") == "Core\nMail")
    }

    @Test func modulesOfInheritedProtocolsAreRead() async throws {
      let targets = [
        target("Mail", modules: ["Core", "Empty"]), target("MailTests", isTest: true, ["Mail"]),
      ]
      let first = try await run(targets: targets, graphs: ["Mail"], takesSecondPlan: true)
      #expect(first.output.isEmpty && first.status == .fine)
      #expect(package.read("plan") == "Core")
      // If the graph is not available, the refusal says so.
      let without = try await run(targets: targets, graphs: ["Mail"])
      #expect(without.output.contains("Mailer inherits from Core.Named, and no symbol graph"))
      let second = try await run(targets: targets, graphs: ["Core", "Mail"], takesSecondPlan: true)
      #expect(second.output.hasPrefix("written    Tests/MailTests/Fakes/FakeMailer.swift\n"))
    }

    @Test func conditionsLeaveOutFlagsThatTestsDoNotShare() async throws {
      let compiler = Compiler()
      var graphs: [URL] = []
      for (name, source) in [
        ("Mail", "public protocol Mailer {\n#if !APP\n  func send() -> Int\n#endif\n}"),
        (
          "Demo",
          """
          import Mail
          protocol Screen: Mailer {
            #if !APP && !os(Windows)
              func show()
            #endif
            #if (!APP)&&os(Linux)
              func hide()
            #endif
          }
          """
        ),
      ] {
        let source = try package.write(source, to: "Sources/\(name)/\(name).swift")
        graphs = try await compiler.module(name, [source])
      }
      for (file, text) in try Compiler.texts(of: graphs) {
        try package.write(text, to: "graphs/\(file)")
      }
      let targets = [
        target("Mail"), target("Demo", ["Mail"]), target("MailTests", isTest: true, ["Mail"]),
        target("DemoTests", isTest: true, ["Demo"], flags: ["APP"]),
      ]
      #expect(try await run(targets: targets, graphs: []).status == .fine)
      let mailer = try #require(package.read("Tests/MailTests/Fakes/FakeMailer.swift"))
      let screen = try #require(package.read("Tests/DemoTests/Fakes/FakeScreen.swift"))
      #expect(mailer.contains("#if !APP\n"))
      #expect(screen.contains("\n  func send() -> Int {"))
      #expect(screen.contains("#if os(Linux)\n") && screen.contains("#if !os(Windows)\n"))
    }

    @Test func helpAsksForNoSymbolGraph() async throws {
      let help = try await run("--help")
      #expect(help.output == Invocation.plugin.usage + "\n")
      #expect(help.status == .fine)
      #expect(package.read("plan") == nil)
    }

    @Test(arguments: [
      ("--target=Mial", "There is no target \"Mial\". Did you mean Mail?"),
      (
        "--target=Empty",
        """
        No test target with a source file depends on Empty. Choose a folder for the fakes: --target \
        Empty --output Tests/EmptyTests/Fakes.
        """
      ),
      ("--chekc", "--chekc is not an option. Did you mean --check?"),
    ]) func mistakesAreFoundBeforeTheBuild(word: String, text: String) async throws {
      let result = try await run(word)
      #expect(result.errors == "error: \(text)\n")
      #expect(result.status == .unusable)
      #expect(package.read("plan") == nil)
    }

    @Test func fakesGoIntoTheTestTargetOfTheirTarget() async throws {
      let result = try await run("--target", "Mail", graphs: ["Core", "Mail"])
      #expect(
        result.output == """
          written    Tests/MailTests/Fakes/FakeMailer.swift
          1 protocol: 1 written.

          """)
      #expect(result.status == .fine)
      let fake = try #require(package.read("Tests/MailTests/Fakes/FakeMailer.swift"))
      #expect(fake.contains("var name: String"), "what is inherited from another module")
    }

    @Test func aTargetWithoutTestsIsRefused() async throws {
      let targets = [target("Mail"), target("Demo"), target("MailTests", isTest: true, ["Mail"])]
      let result = try await run(targets: targets, graphs: ["Core", "Mail", "Demo"])
      #expect(
        result.output == """
          written    Tests/MailTests/Fakes/FakeMailer.swift
          refused    Demo: No test target with a source file depends on Demo. Choose a folder for the \
          fakes: --target Demo --output Tests/DemoTests/Fakes.
          hint       MailTests cannot import Faked yet. Add to its dependencies: \
          .product(name: "FakedTesting", package: "Faked")
          2 protocols: 1 written, 1 refused.
          Write refused fakes by hand, or leave them out: --except Demo.

          """)
      #expect(result.status == .incomplete)
      let excepted = try await run(
        "--except", "Demo", targets: targets, graphs: ["Core", "Mail", "Demo"])
      #expect(excepted.output.hasSuffix("2 protocols: 1 unchanged, 1 excepted.\n"))
      #expect(excepted.status == .fine)
    }

    @Test func aHandWrittenFakeReplacesTheGeneratedOne() async throws {
      try package.write(
        """
        @available(macOS 14, *) final class SpyMailer<Value>: @unchecked Sendable {
        }
        extension SpyMailer: Mailer,
          Faked where Value == Int {}
        // struct FakeScreen: Screen, Faked {}
        """, to: "Tests/MailTests/Deep/Spies.swift")
      let result = try await run("--target", "Mail", graphs: ["Core", "Mail"])
      #expect(
        result.output == """
          by hand    Mail.Mailer: SpyMailer in Tests/MailTests/Deep/Spies.swift.
          1 protocol: 1 by hand.

          """)
      #expect(result.status == .fine)
      #expect(package.read("Tests/MailTests/Fakes/FakeMailer.swift") == nil)
      #expect(
        try await run("--check", "--target", "Mail", graphs: ["Core", "Mail"]).status == .fine)
    }

    @Test func aTypeWithTheNameOfTheFakeReplacesIt() async throws {
      try package.write("struct FakeMailer {}\n", to: "Tests/MailTests/Mine.swift")
      let result = try await run("--target", "Mail", graphs: ["Core", "Mail"])
      #expect(result.output.hasPrefix("by hand    Mail.Mailer: FakeMailer in Tests/MailTests/Mine"))
      try package.write("enum Mine { struct FakeMailer {} }\n", to: "Tests/MailTests/Mine.swift")
      let nested = try await run("--target", "Mail", graphs: ["Core", "Mail"])
      #expect(nested.output.hasPrefix("written "))
      // A generated fake next to a hand-written one is kept.
      try package.write("struct Spy: Mailer, Faked {}\n", to: "Tests/MailTests/Mine.swift")
      let both = try await run("--target", "Mail", graphs: ["Core", "Mail"])
      #expect(both.output == "1 protocol: 1 unchanged.\n")
    }

    @Test func targetsWithoutProtocolsAreRefusedIfNoneHasOne() async throws {
      let targets = [
        target("Mail"), target("Empty"), target("MailTests", isTest: true, ["Mail"]),
      ]
      #expect(try await run(targets: targets, graphs: ["Core", "Mail", "Empty"]).status == .fine)
      let all = try await run(targets: [target("Empty"), target("Demo2")], graphs: ["Empty"])
      #expect(all.output == "refused    Empty and Demo2 have no protocol to fake.\n0 protocols.\n")
      #expect(all.status == .incomplete)
    }

    @Test func anyFolderOfThePackageCanBeTheOutput() async throws {
      let result = try await run(
        "--target", "Demo", "--output", "Sources/Fakes",
        targets: [target("Demo")], graphs: ["Demo"])
      #expect(result.output.hasPrefix("written    Sources/Fakes/FakeScreen.swift\n"))
      #expect(result.status == .fine)
      let outside = try await run("--output", "..", graphs: ["Demo"])
      #expect(outside.errors.hasPrefix("error: --output .. is outside of the package "))
      #expect(outside.status == .unusable)
    }

    @Test func aReadOnlyRequestOnlyChecks() async throws {
      let run = try await run("--target", "Mail", graphs: ["Core", "Mail"], isReadOnly: true)
      #expect(
        run.output == """
          missing    Tests/MailTests/Fakes/FakeMailer.swift
          1 protocol: 1 missing.
          Run generate-fakes to update the fakes.

          """)
      #expect(run.status == .incomplete)
      #expect(package.read("Tests/MailTests/Fakes/FakeMailer.swift") == nil)
      let forced = try await self.run("--force", graphs: ["Mail"], isReadOnly: true)
      #expect(
        forced.errors == "error: --force is not an option. Use --help to list the options.\n")
      let help = try await self.run("-h", isReadOnly: true)
      #expect(help.output == Invocation.checkPlugin.usage + "\n")
    }

    @Test func anUnreadableRequestIsAnError() throws {
      let run = ToolRun([CommandLineTool.requestOption, "nowhere.json"], in: package)
      #expect(run.errors.hasPrefix("error: "))
      #expect(run.status == .unusable)
    }
  }
#endif
