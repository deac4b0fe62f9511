#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// The responses of the tool to requests of the plugin.
  @Suite(.tags(.process, .compiler)) struct PluginTests {
    private let package = TemporaryFolder()

    private static let sources = [
      "Core": "public protocol Named { var name: String { get } }",
      "Mail": "import Core\nprotocol Mailer: Named { func send(_ text: String) }",
      "Demo": "protocol Screen { func show(_ text: String) }",
      "Empty": "struct Empty {}",
    ]

    init() throws {
      for (name, text) in Self.sources { try package.write(text, to: source(of: name)) }
    }

    private func source(of name: String) -> String { "Sources/\(name)/\(name).swift" }

    private func target(
      _ name: String, isTest: Bool = false, _ dependencies: [String] = [],
      modules: [String] = []
    ) -> PluginRequest.Target {
      var target = PluginRequest.Target(
        name: name, folder: package.url.path + (isTest ? "/Tests/" : "/Sources/") + name)
      (target.isTest, target.isLibraryOrExecutable) = (isTest, !isTest)
      (target.dependencies, target.modules) = (dependencies, modules)
      target.files = isTest ? [] : [package.url.appending(path: source(of: name)).path]
      return target
    }

    /// Runs the tool with a request about a package with these targets.
    private func run(
      _ words: String..., targets: [PluginRequest.Target]? = nil,
      others: [PluginRequest.Target] = []
    ) throws -> ToolRun {
      let targets =
        targets ?? [
          target("Mail", ["Core"]), target("Core"), target("Empty"),
          target("MailTests", isTest: true, ["Mail"], modules: ["Mail", "Core", "Faked"]),
        ]
      let request = PluginRequest(
        packageFolder: package.url.path, targets: targets, others: others)
      try package.write(
        String(decoding: try JSONEncoder().encode(request), as: UTF8.self), to: "request.json")
      return ToolRun([CommandLineTool.requestOption, "request.json"] + words, in: package)
    }

    @Test func protocolsOfOtherPackagesAreRead() throws {
      let targets = [
        target("Mail", modules: ["Core"]), target("MailTests", isTest: true, ["Mail"]),
      ]
      let without = try run(targets: targets)
      #expect(
        without.output.contains(
          "Mailer needs Named, from which it inherits, and its source was not given."))
      let with = try run(targets: targets, others: [target("Core")])
      #expect(with.output.hasPrefix("written    Tests/MailTests/Fakes/FakeMailer.swift\n"))
    }

    @Test func theManifestStatesTheDefaultIsolation() throws {
      try package.write(
        """
        let package = Package(
          name: "Mail",
          targets: [
            .target(name: "Core"),
            .target(name: "Mail", swiftSettings: [.defaultIsolation(MainActor.self)]),
          ])
        """, to: "Package.swift")
      _ = try run("--target", "Mail")
      let fake = try #require(package.read("Tests/MailTests/Fakes/FakeMailer.swift"))
      #expect(fake.contains("\nnonisolated struct FakeMailer: Mailer, Faked {"))
      #expect(fake.contains("\n  @MainActor func send(_ text: String) {"))
      #expect(fake.contains("\n  var name: String {"))
    }

    @Test func aTargetWithoutTestsIsRefused() throws {
      let targets = [target("Mail"), target("Demo"), target("MailTests", isTest: true, ["Mail"])]
      let others = [target("Core")]
      let result = try run(targets: targets, others: others)
      #expect(
        result.output == """
          written    Tests/MailTests/Fakes/FakeMailer.swift
          refused    Demo: No test target with a source file depends on Demo. Choose a folder for the \
          fakes: --target Demo --output Tests/DemoTests/Fakes.
          2 protocols: 1 written, 1 refused.
          Write refused fakes by hand, or leave them out: --except Demo.

          """)
      #expect(result.status == .incomplete)
      let excepted = try run("--except", "Demo", targets: targets, others: others)
      #expect(excepted.output.hasSuffix("2 protocols: 1 unchanged, 1 excepted.\n"))
      #expect(excepted.status == .fine)
    }

    @Test func aHandWrittenFakeReplacesTheGeneratedOne() throws {
      try package.write(
        """
        @available(macOS 14, *) final class SpyMailer<Value>: @unchecked Sendable {
        }
        extension SpyMailer: Mailer,
          Faked where Value == Int {}
        // struct FakeScreen: Screen, Faked {}
        """, to: "Tests/MailTests/Deep/Spies.swift")
      let result = try run("--target", "Mail")
      #expect(
        result.output == """
          by hand    Mail.Mailer: SpyMailer in Tests/MailTests/Deep/Spies.swift.
          1 protocol: 1 by hand.

          """)
      #expect(result.status == .fine)
      #expect(package.read("Tests/MailTests/Fakes/FakeMailer.swift") == nil)
      #expect(try run("--check", "--target", "Mail").status == .fine)
    }
  }
#endif
