import Foundation
import Testing
import faked_generate

struct ChoiceTests {
  private let request = PluginRequest(
    packageFolder: "/mail",
    targets: [
      .init(name: "Mail", module: "Mail", folder: "/mail/Sources/Mail", dependencies: ["Core"]),
      // A cycle, which no package can contain.
      .init(name: "Core", module: "Core", folder: "/mail/Sources/Core", dependencies: ["Mail"]),
      .init(name: "Post", module: "Post", folder: "/mail/Sources/Post", dependencies: ["Mail"]),
      .init(
        name: "Macros", module: "Macros", isLibraryOrExecutable: false,
        folder: "/mail/Sources/Macros"),
      .init(
        name: "MailTests", module: "MailTests", isTest: true, folder: "/mail/Tests/MailTests",
        dependencies: ["Mail", "Post"], modules: ["Mail", "Core", "Post"]),
      .init(
        name: "SlowTests", module: "SlowTests", isTest: true, folder: "/mail/Tests/SlowTests",
        dependencies: ["Mail", "Other"]),
      .init(
        name: "FastTests", module: "FastTests", isTest: true, folder: "/mail/Tests/FastTests",
        dependencies: ["Other"]),
      .init(name: "Other", module: "Other", folder: "/mail/Sources/Other"),
    ])

  private let protocols = [
    FakeableType(module: "Mail", name: "Mailer"),
    FakeableType(module: "Mail", name: "Outer.Inner"),
    FakeableType(module: "Post", name: "Mailer"),
  ]

  @Test(arguments: [
    ([], ["Mail", "Core", "Post", "Other"]), (["Post"], ["Post"]), (["Macros"], ["Macros"]),
  ]) func allTargetsExceptTestsAndMacrosAreChosen(names: [String], chosen: [String]) throws {
    #expect(try request.choose(names).map(\.name) == chosen)
  }

  @Test(arguments: [
    ("Mial", "There is no target \"Mial\". Did you mean Mail?"),
    (
      "Keychain",
      "There is no target \"Keychain\". The targets are Mail, Core, Post, Macros, and Other."
    ),
    (
      "MailTests",
      "MailTests is a test target. Use the target that has the protocols: Mail or Post."
    ),
  ]) func anUnknownTargetNameIsExplained(name: String, text: String) {
    let error = #expect(throws: ChoiceError.self) { try request.choose([name]) }
    #expect(error?.description == text)
  }

  @Test func aTargetHasTheTestsWithItsNameOrTheOnlyTests() throws {
    // By its name, by dependency, and through Mail.
    let chosen = try request.choose(["Mail", "Post", "Core"])
    #expect(try chosen.allSatisfy { try request.tests(of: $0).name == "MailTests" })
  }

  @Test(arguments: [
    (
      "Macros",
      """
      No test target with a source file depends on Macros. Choose a folder for the fakes: --target \
      Macros --output Tests/MacrosTests/Fakes.
      """
    ),
    (
      "Other",
      """
      SlowTests and FastTests depend on Other, and none is named OtherTests. Choose a folder for \
      the fakes: --target Other --output Tests/SlowTests/Fakes.
      """
    ),
  ]) func noTestTargetOrSeveralAreExplained(name: String, text: String) throws {
    let chosen = try request.choose([name])
    let error = #expect(throws: ChoiceError.self) { try request.tests(of: chosen[0]) }
    #expect(error?.description == text)
  }

  @Test(arguments: [
    ("Mailr", "There is no protocol \"Mailr\" in Mail or Post. Did you mean Mailer?"),
    ("Mial.Mailer", "There is no protocol \"Mial.Mailer\". Did you mean Mail.Mailer?"),
    (
      "Keychain",
      "There is no protocol \"Keychain\" in Mail or Post. The protocols are Mailer and Outer.Inner."
    ),
  ]) func anUnknownProtocolNameIsExplained(name: String, text: String) {
    let error = ChoiceError.noType(name, .protocol, in: ["Mail", "Post"], known: protocols)
    #expect(error.description == text)
  }

  private static let names = ["Mailer", "Mailbox", "Clock", "Store"]
  private static let long = String(repeating: "-x", count: 50_000)

  @Test(arguments: [
    ("mailer", names, ["Mailer"]), ("Malier", names, ["Mailer"]), ("Clok", names, ["Clock"]),
    ("Keychain", names, []), ("", names, []), ("Mailer", [], []),
    ("Store", ["Stores", "Storey", "Stored", "Store2", "Store"], ["Store", "Store2", "Stored"]),
    (long, names + [String(long.dropLast())], []),
  ]) func mistypedNamesAreNear(name: String, names: [String], nearest: [String]) {
    #expect(nearestNames(to: name, among: names) == nearest)
  }
}
