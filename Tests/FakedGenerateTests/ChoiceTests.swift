import Foundation
import Testing
import faked_generate

struct ChoiceTests {
  private let request = PluginRequest(
    packageFolder: "/mail",
    targets: [
      .init(name: "Mail", module: "Mail", folder: "/mail/Sources/Mail", dependencies: ["Core"]),
      .init(name: "Core", module: "Core", folder: "/mail/Sources/Core"),
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
    ],
    planFile: "/mail/plan", symbolGraphs: nil)

  private let protocols = [
    ProtocolName(module: "Mail", name: "Mailer"),
    ProtocolName(module: "Mail", name: "Outer.Inner"),
    ProtocolName(module: "Post", name: "Mailer"),
  ]

  @Test func withoutNamesLibrariesAndExecutablesAreChosen() throws {
    let choice = try TargetChoice([], in: request)
    #expect(choice.chosen.map(\.name) == ["Mail", "Core", "Post", "Other"])
  }

  @Test func aTargetIsReadBehindThoseItDependsOn() throws {
    #expect(try TargetChoice(["Post"], in: request).needed.map(\.name) == ["Core", "Mail", "Post"])
    #expect(try TargetChoice(["Core"], in: request).needed.map(\.name) == ["Core"])
    #expect(try TargetChoice(["Macros"], in: request).chosen.map(\.name) == ["Macros"])
  }

  @Test(arguments: [
    ("Mial", "There is no target \"Mial\". Did you mean Mail?"),
    (
      "Keychain",
      "There is no target \"Keychain\". The targets are Mail, Core, Post, Macros and Other."
    ),
    (
      "MailTests",
      "MailTests is a test target. Name the one whose protocols are to be faked: Mail or Post."
    ),
  ]) func aTargetThatCannotBeMeantIsNamed(name: String, text: String) {
    let error = #expect(throws: ChoiceError.self) { try TargetChoice([name], in: request) }
    #expect(error?.description == text)
  }

  @Test func aTargetHasTheTestsOfItsNameOrTheOnlyOnesThereAre() throws {
    let choice = try TargetChoice(["Mail", "Post", "Core"], in: request)
    #expect(try choice.tests(of: choice.chosen[0]).name == "MailTests", "by its name")
    #expect(try choice.tests(of: choice.chosen[1]).name == "MailTests", "by dependency")
    #expect(try choice.tests(of: choice.chosen[2]).name == "MailTests", "through Mail")
  }

  @Test(arguments: [
    (
      "Macros",
      """
      No test target with a source file depends on Macros. Say where its fakes go: --target Macros \
      --output Tests/MacrosTests/Fakes.
      """
    ),
    (
      "Other",
      """
      SlowTests and FastTests depend on Other, and none is named OtherTests. Say where its fakes \
      go: --target Other --output Tests/SlowTests/Fakes.
      """
    ),
  ]) func noneOrSeveralTestTargetsAreNamed(name: String, text: String) throws {
    let choice = try TargetChoice([name], in: request)
    let error = #expect(throws: ChoiceError.self) { try choice.tests(of: choice.chosen[0]) }
    #expect(error?.description == text)
  }

  @Test func aProtocolIsMeantByAnyEndOfItsFullName() throws {
    func names(_ text: String...) throws -> [String] {
      try ProtocolChoice(text, among: protocols, of: ["Mail", "Post"]).chosen.map(\.qualifiedName)
    }
    #expect(try names() == ["Mail.Mailer", "Mail.Outer.Inner", "Post.Mailer"])
    #expect(try names("Mailer") == ["Mail.Mailer", "Post.Mailer"])
    #expect(try names("Post.Mailer") == ["Post.Mailer"])
    #expect(try names("Inner") == ["Mail.Outer.Inner"])
    #expect(
      try names("Outer.Inner", "Inner", "Mail.Mailer") == ["Mail.Mailer", "Mail.Outer.Inner"])
  }

  @Test(arguments: [
    ("Mailr", "There is no protocol \"Mailr\" in Mail or Post. Did you mean Mailer?"),
    ("ailer", "There is no protocol \"ailer\" in Mail or Post. Did you mean Mailer?"),
    ("Mial.Mailer", "There is no protocol \"Mial.Mailer\". Did you mean Mail.Mailer?"),
    (
      "Keychain",
      "There is no protocol \"Keychain\" in Mail or Post. The protocols are Mailer and Outer.Inner."
    ),
  ]) func aProtocolThatCannotBeMeantIsNamed(name: String, text: String) {
    let error = #expect(throws: ChoiceError.self) {
      try ProtocolChoice([name], among: protocols, of: ["Mail", "Post"])
    }
    #expect(error?.description == text)
  }

  @Test func whereThereAreNoneAndWhereThereAreManyIsSaid() {
    let none = #expect(throws: ChoiceError.self) {
      try ProtocolChoice(["Mailer"], among: [], of: ["Mail"])
    }
    #expect(none?.description == #"There is no protocol "Mailer" in Mail. There are no protocols."#)
    let many = (10..<32).map { ProtocolName(module: "Mail", name: "P\($0)") }
    let error = #expect(throws: ChoiceError.self) {
      try ProtocolChoice(["Keychain"], among: many, of: ["Mail"])
    }
    #expect(error?.description.hasSuffix(", P28, P29 and 2 more.") == true)
  }
}
