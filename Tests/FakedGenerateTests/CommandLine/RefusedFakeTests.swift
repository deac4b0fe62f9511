import Foundation
import Testing
import faked_generate

/// Refused fakes, and hand-written files for them.
extension FakeUpdateTests {
  private func refused(_ name: FakeableType, _ refusal: Refusal, in path: String = "")
    -> PlannedFake
  {
    PlannedFake(type: name, folder: folder.url.appending(path: path), content: .refused(refusal))
  }

  @Test func aHandWrittenFileResolvesARefusal() throws {
    let inner = FakeableType(module: "Mail", name: "Outer.Inner")
    let job = refused(inner, Refusal("why", instead: "what"), in: "Fakes")
    let path = "Fakes/FakeOuterInner.swift"
    let byHand = [
      ReportEntry(.kept, "\(path): written by hand, because it cannot be generated: why.")
    ]
    #expect(run([job]).map(\.isFine) == [false])
    try folder.write("struct FakeOuterInner {}", to: path)
    #expect(run([job], isCheck: true) == byHand)
    try folder.write(wanted("old\n"), to: path)
    #expect(run([job]).map(\.isFine) == [false])
    #expect(folder.read(path) == wanted("old\n"))
    try folder.write(wanted("old\n") + "finished\n", to: path)
    #expect(run([job], isCheck: true) == byHand)
  }

  @Test func twoFakesWithOneFileAreRefused() throws {
    let other = FakeableType(module: "Post", name: "MAILER")
    let entries = run([job(mailer, "1\n"), job(other, "2\n"), job(clock, "3\n")])
    #expect(
      entries == [
        ReportEntry(
          .refused,
          "Mail.Mailer: the fake of Post.MAILER has the same file, Fakes/FakeMailer.swift.",
          details: ["Write it for another test target: --protocol Mail.Mailer --output FOLDER."]),
        ReportEntry(
          .refused,
          "Post.MAILER: the fake of Mail.Mailer has the same file, Fakes/FakeMAILER.swift.",
          details: ["Write it for another test target: --protocol Post.MAILER --output FOLDER."]),
        ReportEntry(.written, "Fakes/FakeWatch.swift"),
      ])
    #expect(folder.files == ["Fakes/FakeWatch.swift"])
    let apart = run([job(mailer, "1\n"), job(other, "2\n", in: "Other")])
    #expect(apart.map(\.status) == [.written, .written])
  }
}
