import Foundation
import TestSupport
import Testing
import faked_generate

struct GenerationTests {
  let folder = TemporaryFolder()
  let mailer = ProtocolName(module: "Mail", name: "Mailer")
  let clock = ProtocolName(module: "Mail", name: "Clock")

  func run(
    _ jobs: [Job], _ mode: Mode = .write, overwrites: Bool = false
  ) -> [Entry] {
    Generation(
      mode: mode, overwrites: overwrites,
      folders: OutputFolder(base: folder.url, staysInside: true)
    ).run(jobs)
  }

  func job(
    _ name: ProtocolName, _ text: String, as fakeName: String? = nil, in path: String = "Fakes",
    notes: [String] = []
  ) -> Job {
    let fake = GeneratedFake(fakeName: fakeName ?? "Fake\(name.name)", text: text, notes: notes)
    return Job(
      protocol: name, folder: folder.url.appending(path: path), outcome: .written(fake))
  }

  func wanted(_ text: String, _ name: String = "Mailer") -> String {
    Marker(of: text, for: "Mail." + name).line + "\n" + text
  }

  @Test func aFakeIsWrittenWithItsNotes() {
    let entries = run([job(mailer, "1\n", notes: ["`id` is left to the compiler."])])
    #expect(
      entries == [
        Entry(
          .written, "Fakes/FakeMailer.swift", details: ["Note: `id` is left to the compiler."])
      ])
    #expect(folder.read("Fakes/FakeMailer.swift") == wanted("1\n"))
  }

  @Test func theSecondTimeNothingIsTouched() throws {
    let jobs = [job(mailer, "1\n"), job(clock, "2\n")]
    _ = run(jobs)
    let paths = folder.files
    #expect(paths == ["Fakes/FakeClock.swift", "Fakes/FakeMailer.swift"])
    for path in paths {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
        ofItemAtPath: folder.url.appending(path: path).path)
    }
    #expect(run(jobs).map(\.status) == [.unchanged, .unchanged])
    for path in paths {
      let values = try FileManager.default.attributesOfItem(
        atPath: folder.url.appending(path: path).path)
      #expect(values[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000_000))
    }
  }

  @Test func aFileThatNobodyChangedFollowsItsProtocol() {
    _ = run([job(mailer, "1\n")])
    #expect(run([job(mailer, "2\n")]) == [Entry(.updated, "Fakes/FakeMailer.swift")])
    #expect(folder.read("Fakes/FakeMailer.swift") == wanted("2\n"))
  }

  @Test func aFileChangedByHandIsKeptAndTheDifferenceShown() throws {
    let changed = wanted("1\n").replacing("\n1\n", with: "\none\n")
    try folder.write(changed, to: "Fakes/FakeMailer.swift")
    #expect(
      run([job(mailer, "1\n"), job(clock, "2\n")]) == [
        Entry(
          .kept,
          "Fakes/FakeMailer.swift: changed by hand; what would be written is as it was.",
          block: """
            --- Fakes/FakeMailer.swift
            +++ Fakes/FakeMailer.swift (as it would be written)
            @@ -1,2 +1,2 @@
             \(Marker(of: "1\n", for: "Mail.Mailer").line)
            -one
            +1

            """),
        Entry(.written, "Fakes/FakeClock.swift"),
      ])
    #expect(folder.read("Fakes/FakeMailer.swift") == changed)
  }

  @Test func aChangedFileWhoseProtocolChangedTooAsksForAPerson() throws {
    let changed = wanted("1\n").replacing("\n1\n", with: "\none\n")
    try folder.write(changed, to: "Fakes/FakeMailer.swift")
    let entry = try #require(run([job(mailer, "2\n")]).first)
    #expect(
      entry.text == """
        Fakes/FakeMailer.swift: changed by hand, and Mail.Mailer has changed since. Bring over \
        what is missing and put [\(Marker(of: "2\n", for: "Mail.Mailer").checksum)] into its first line, or use --force.
        """)
    #expect(entry.status == .kept)
    #expect(!entry.isFine)
    #expect(
      entry.block?.hasSuffix("-one\n+\(Marker(of: "2\n", for: "Mail.Mailer").line)\n+2\n") == true)
    #expect(folder.read("Fakes/FakeMailer.swift") == changed)
  }

  @Test func aFileOfSomebodyElseIsKept() throws {
    try folder.write("1\n", to: "Fakes/FakeMailer.swift")
    let entry = try #require(run([job(mailer, "1\n")]).first)
    #expect(
      entry.text == """
        Fakes/FakeMailer.swift: not written by this command. Rename it, or use --force to \
        overwrite it.
        """)
    #expect(entry.status == .kept)
    #expect(!entry.isFine)
    #expect(folder.read("Fakes/FakeMailer.swift") == "1\n")
  }

  @Test(arguments: ["1\n", "// Written by hand.\n", ""])
  func forceOverwritesWhatIsThere(text: String) throws {
    try folder.write(text, to: "Fakes/FakeMailer.swift")
    #expect(
      run([job(mailer, "2\n")], overwrites: true) == [Entry(.updated, "Fakes/FakeMailer.swift")])
    #expect(folder.read("Fakes/FakeMailer.swift") == wanted("2\n"))
    #expect(run([job(mailer, "2\n")], overwrites: true).map(\.status) == [.unchanged])
  }

  @Test func aDryRunSaysTheSameAndWritesNothing() throws {
    #expect(run([job(mailer, "1\n")], .dryRun) == [Entry(.written, "Fakes/FakeMailer.swift")])
    #expect(folder.files.isEmpty)
    _ = run([job(mailer, "1\n")])
    #expect(run([job(mailer, "2\n")], .dryRun) == [Entry(.updated, "Fakes/FakeMailer.swift")])
    #expect(folder.read("Fakes/FakeMailer.swift") == wanted("1\n"))
    try folder.write("by hand", to: "Fakes/FakeMailer.swift")
    #expect(run([job(mailer, "2\n")], .dryRun, overwrites: true).map(\.status) == [.updated])
    #expect(folder.read("Fakes/FakeMailer.swift") == "by hand")
  }

  @Test func aCheckShowsWhatIsOutOfDateAndWritesNothing() throws {
    _ = run([job(mailer, "1\n")])
    let entries = run([job(mailer, "2\n"), job(clock, "3\n")], .check)
    #expect(
      entries == [
        Entry(
          .outdated, "Fakes/FakeMailer.swift",
          block: """
            --- Fakes/FakeMailer.swift
            +++ Fakes/FakeMailer.swift (as it would be written)
            @@ -1,2 +1,2 @@
            -\(Marker(of: "1\n", for: "Mail.Mailer").line)
            -1
            +\(Marker(of: "2\n", for: "Mail.Mailer").line)
            +2

            """),
        Entry(.missing, "Fakes/FakeClock.swift"),
      ])
    #expect(entries.allSatisfy { !$0.isFine })
    #expect(folder.files == ["Fakes/FakeMailer.swift"])
    #expect(folder.read("Fakes/FakeMailer.swift") == wanted("1\n"))
    #expect(run([job(mailer, "1\n")], .check).map(\.isFine) == [true])
  }

  @Test func aCheckAcceptsAChangeByHandUntilTheProtocolChanges() throws {
    let changed = wanted("1\n").replacing("\n1\n", with: "\none\n")
    try folder.write(changed, to: "Fakes/FakeMailer.swift")
    let fine = run([job(mailer, "1\n")], .check)
    #expect(fine.map(\.status) == [.kept])
    #expect(fine.allSatisfy { $0.isFine && $0.block == nil })
    let late = run([job(mailer, "2\n")], .check)
    #expect(late.map(\.status) == [.kept])
    #expect(late.allSatisfy { !$0.isFine && $0.block != nil })
  }

  @Test func aFolderThatCannotBeMadeIsNamedAndTheRestIsWritten() throws {
    try folder.write("", to: "Fakes")
    let entries = run([job(mailer, "1\n"), job(clock, "2\n", in: "Others")])
    #expect(entries.map(\.status) == [.refused, .written])
    #expect(entries[0].text.hasPrefix("Fakes/FakeMailer.swift: "))
    #expect(!entries[0].isFine)
  }

  @Test func aFileThatIsNoTextIsNamedAndKept() throws {
    try folder.write("", to: "Fakes/a")
    let url = folder.url.appending(path: "Fakes/FakeMailer.swift")
    try Data([0xff, 0xfe, 0xc0]).write(to: url)
    let entries = run([job(mailer, "1\n")], overwrites: true)
    #expect(entries.map(\.status) == [.refused])
    #expect(try Data(contentsOf: url) == Data([0xff, 0xfe, 0xc0]))
  }
}

extension TemporaryFolder {
  /// The paths of all files.
  var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { read($0) != nil }.sorted()
  }
}
