import Foundation
import Testing
import faked_generate

struct ChoiceTests {
  private let request = PluginRequest(
    packageFolder: "/mail",
    targets: [
      // A cycle, which no package can contain.
      target("Mail", ["Core"]), target("Core", ["Mail"]), target("Post", ["Mail"]),
      target("Macros") { $0.isLibraryOrExecutable = false },
      target("MailTests", ["Mail", "Post"]) { $0.modules = ["Mail", "Core", "Post"] },
      target("SlowTests", ["Mail", "Other"]), target("FastTests", ["Other"]), target("Other"),
    ])

  private static func target(
    _ name: String, _ dependencies: [String] = [],
    _ change: (inout PluginRequest.Target) -> Void = { _ in }
  ) -> PluginRequest.Target {
    let isTest = name.hasSuffix("Tests")
    var target = PluginRequest.Target(
      name: name, folder: "/mail/\(isTest ? "Tests" : "Sources")/\(name)")
    (target.isTest, target.dependencies) = (isTest, dependencies)
    change(&target)
    return target
  }

  @Test(arguments: [
    ([], ["Mail", "Core", "Post", "Other"]), (["Post"], ["Post"]), (["Macros"], ["Macros"]),
  ]) func allTargetsExceptTestsAndMacrosAreChosen(names: [String], chosen: [String]) throws {
    #expect(try request.choose(names).map(\.name) == chosen)
  }

  @Test(arguments: [
    (
      "Mial", "There is no target \"Mial\". The nearest: Mail, Macros, Core, Post, and Other."
    ),
    (
      "MailTests",
      "MailTests is a test target. Use the target that has the protocols: Mail or Post."
    ),
  ]) func anUnknownTargetNameIsExplained(name: String, text: String) {
    let error = #expect(throws: UsageError.self) { try request.choose([name]) }
    #expect(error?.description == text)
  }

  @Test func aTargetHasTheTestsWithItsNameOrTheOnlyTests() throws {
    // By its name, by dependency, and through Mail.
    let chosen = try request.choose(["Mail", "Post", "Core"])
    #expect(try chosen.allSatisfy { try request.tests(of: $0).name == "MailTests" })
  }

  @Test func severalTestTargetsAreExplained() throws {
    let chosen = try request.choose(["Other"])
    let error = #expect(throws: UsageError.self) { try request.tests(of: chosen[0]) }
    #expect(
      error?.description == """
        SlowTests and FastTests depend on Other, and none is named OtherTests. Choose a folder for \
        the fakes: --target Other --output Tests/SlowTests/Fakes.
        """)
  }
}
