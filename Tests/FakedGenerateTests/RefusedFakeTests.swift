import Foundation
import Testing
import faked_generate

/// Fakes that are not written, and those that stand in for them.
extension GenerationTests {
  @Test func aRefusalSaysWhatToWriteAndStopsNoOther() {
    let refused = Job(
      protocol: clock, folder: folder.url,
      outcome: .refused(Refusal(reason: "it has an initializer", instead: "init() {}.")))
    #expect(
      run([refused, job(mailer, "1\n")]) == [
        Entry(
          .refused, "Mail.Clock: it has an initializer.",
          details: ["Write by hand, into FakeClock.swift: init() {}."]),
        Entry(.written, "Fakes/FakeMailer.swift"),
      ])
  }

  @Test func theRestOfARefusedFakeIsShownToWhoAsksForIt() {
    let refusal = Refusal(reason: "why", instead: "what", partial: "struct FakeClock {}\n")
    let refused = Job(protocol: clock, folder: folder.url, outcome: .refused(refusal))
    #expect(
      run([refused]) == [
        Entry(
          .refused, "Mail.Clock: why.",
          details: [
            "Write by hand, into FakeClock.swift: what.",
            "--protocol Mail.Clock shows the rest of it.",
          ])
      ])
    let asked = Generation(
      mode: .dryRun, showsPartials: true, folders: OutputFolder(base: folder.url, staysInside: true)
    ).run([refused])
    #expect(
      asked == [
        Entry(
          .refused, "Mail.Clock: why.",
          details: ["Write by hand, into FakeClock.swift: what.", "The rest of it:"],
          block: "struct FakeClock {}\n")
      ])
  }

  @Test func aRefusedFakeThatIsThereByHandIsFine() throws {
    let inner = ProtocolName(module: "Mail", name: "Outer.Inner")
    let refused = Job(
      protocol: inner, folder: folder.url.appending(path: "Fakes"),
      outcome: .refused(Refusal(reason: "why", instead: "what")))
    #expect(run([refused]).map(\.isFine) == [false])
    try folder.write("struct FakeOuterInner {}", to: "Fakes/FakeOuterInner.swift")
    #expect(
      run([refused], .check) == [
        Entry(.kept, "Fakes/FakeOuterInner.swift: by hand, as it cannot be written: why.")
      ])
    try folder.write(wanted("old\n"), to: "Fakes/FakeOuterInner.swift")
    #expect(run([refused]).map(\.isFine) == [false])
    #expect(folder.read("Fakes/FakeOuterInner.swift") == wanted("old\n"))
    try folder.write(wanted("old\n") + "finished\n", to: "Fakes/FakeOuterInner.swift")
    #expect(
      run([refused], .check) == [
        Entry(.kept, "Fakes/FakeOuterInner.swift: by hand, as it cannot be written: why.")
      ])
  }

  @Test func twoFakesOfOneFileAreBothRefused() throws {
    let other = ProtocolName(module: "Post", name: "Mailer")
    let entries = run([job(mailer, "1\n"), job(other, "2\n", as: "FakeMAILER"), job(clock, "3\n")])
    #expect(
      entries == [
        Entry(
          .refused, "Mail.Mailer: Post.Mailer would be in Fakes/FakeMailer.swift too.",
          details: ["Give it a folder of another test target: --protocol Mail.Mailer --output …"]),
        Entry(
          .refused, "Post.Mailer: Mail.Mailer would be in Fakes/FakeMAILER.swift too.",
          details: ["Give it a folder of another test target: --protocol Post.Mailer --output …"]),
        Entry(.written, "Fakes/FakeClock.swift"),
      ])
    #expect(folder.files == ["Fakes/FakeClock.swift"])
    let apart = run([job(mailer, "1\n"), job(other, "2\n", in: "Other")])
    #expect(apart.map(\.status) == [.written, .written])
  }
}
