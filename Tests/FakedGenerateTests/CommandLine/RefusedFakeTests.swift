import Foundation
import TestSupport
import Testing
import faked_generate

/// Refused fakes, and hand-written files for them.
extension FakeUpdateTests {
  @Test func aHandWrittenFileResolvesARefusal() throws {
    let path = "Fakes/FakeOuterInner.swift"
    let refused = "enum Outer { protocol Inner: Unknown { func open() } }"
    let byHand = """
      kept       Fakes/FakeOuterInner.swift: written by hand, because it cannot be generated: \
      Outer.Inner needs Unknown, from which it inherits, and its source was not given.
      1 protocol: 1 kept.

      """
    #expect(try generate(refused).status == .incomplete)
    try folder.write("struct FakeOuterInner {}", to: path)
    let check = try generate(refused, "--check")
    #expect(check.output == byHand)
    #expect(check.status == .fine)
    _ = try generate("enum Outer { protocol Inner { func open() } }", "--force")
    let generated = try #require(folder.read(path))
    #expect(try generate(refused).status == .incomplete)
    #expect(folder.read(path) == generated)
    try folder.write(generated + "// Finished.\n", to: path)
    #expect(try generate(refused, "--check").output == byHand)
  }

  @Test func twoFakesWithOneFileAreRefused() throws {
    let mail = "protocol Mailer { func send() }; protocol Watch { func now() }"
    try folder.write(mail, to: "Sources/Mail/Mail.swift")
    try folder.write("protocol MAILER { func post() }", to: "Sources/Post/Post.swift")
    let run = ToolRun(["Sources/Mail", "Sources/Post", "--output", "Fakes"], in: folder)
    #expect(
      run.output == """
        written    Fakes/FakeWatch.swift
        refused    Mail.Mailer: the fake of Post.MAILER has the same file, Fakes/FakeMailer.swift.
                   Write it for another test target: --protocol Mail.Mailer --output FOLDER.
        refused    Post.MAILER: the fake of Mail.Mailer has the same file, Fakes/FakeMAILER.swift.
                   Write it for another test target: --protocol Post.MAILER --output FOLDER.
        3 protocols: 1 written, 2 refused.
        Write refused fakes by hand, or leave them out: --except Mail.Mailer --except Post.MAILER.

        """)
    #expect(folder.files.filter { $0.hasPrefix("Fakes/") } == ["Fakes/FakeWatch.swift"])
    #expect(try generate(mail).status == .fine)
    #expect(try generate("protocol MAILER {}", as: "Post", in: "Other").status == .fine)
  }
}
