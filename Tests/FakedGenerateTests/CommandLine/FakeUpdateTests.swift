import Foundation
import TestSupport
import Testing
import faked_generate

struct FakeUpdateTests {
  let folder = TemporaryFolder()
  let mailer = FakeableType(module: "Mail", name: "Mailer")
  let clock = FakeableType(module: "Mail", name: "Watch")

  func run(
    _ jobs: [PlannedFake], isCheck: Bool = false, overwrites: Bool = false
  ) -> [ReportEntry] {
    FakeUpdate(
      isCheck: isCheck, overwrites: overwrites,
      base: folder.url
    ).run(jobs)
  }

  func job(
    _ name: FakeableType, _ text: String, in path: String = "Fakes",
    notes: [String] = []
  ) -> PlannedFake {
    let fake = GeneratedFake(fakeName: name.fakeName, text: text, notes: notes)
    return PlannedFake(
      type: name, folder: folder.url.appending(path: path), content: .written(fake))
  }

  func wanted(_ text: String, _ name: String = "Mailer") -> String {
    Marker(of: text, for: "Mail." + name).line + "\n" + text
  }

  private let path = "Fakes/FakeMailer.swift"

  @Test func aChangedFileIsKeptAndItsDifferenceIsShown() throws {
    let changed = wanted("1\n").replacing("\n1\n", with: "\none\n")
    try folder.write(changed, to: path)
    let text = "\(path): changed by hand. Its protocol is the same."
    #expect(
      run([job(mailer, "1\n"), job(clock, "2\n")]) == [
        ReportEntry(
          .kept, text,
          block: """
            --- Fakes/FakeMailer.swift
            +++ Fakes/FakeMailer.swift (as it would be written)
            @@ -1,2 +1,2 @@
             \(Marker(of: "1\n", for: "Mail.Mailer").line)
            -one
            +1

            """),
        ReportEntry(.written, "Fakes/FakeWatch.swift"),
      ])
    #expect(run([job(mailer, "1\n")], isCheck: true) == [ReportEntry(.kept, text)])
    #expect(folder.read(path) == changed)
  }

  @Test(arguments: [false, true])
  func aFileWithTwoChangesAndNoHistoryIsKept(isCheck: Bool) throws {
    let changed = wanted("1\n").replacing("\n1\n", with: "\none\n")
    try folder.write(changed, to: path)
    let marker = Marker(of: "2\n", for: "Mail.Mailer")
    #expect(
      run([job(mailer, "2\n")], isCheck: isCheck) == [
        ReportEntry(
          .kept,
          """
          Fakes/FakeMailer.swift: changed by hand, and Mail.Mailer changed, too. Add the changes below \
          and put [\(marker.checksum)] into the first line, or use --force to lose your changes.
          """,
          block: """
            --- Fakes/FakeMailer.swift
            +++ Fakes/FakeMailer.swift (as it would be written)
            @@ -1,2 +1,2 @@
            -\(Marker(of: "1\n", for: "Mail.Mailer").line)
            -one
            +\(marker.line)
            +2

            """, isFine: false)
      ])
    #expect(folder.read(path) == changed)
  }

  @Test(arguments: ["1\n", "// Written by hand.\n", ""])
  func aForeignFileIsKeptUnlessForced(text: String) throws {
    try folder.write(text, to: path)
    let entry = try #require(run([job(mailer, "2\n")]).first)
    #expect(
      entry.text == """
        Fakes/FakeMailer.swift: not written by this command. Rename the file, or use --force to \
        overwrite it.
        """)
    #expect(entry.status == .kept && !entry.isFine)
    #expect(run([job(mailer, "2\n")], overwrites: true) == [ReportEntry(.updated, path)])
    #expect(folder.read(path) == wanted("2\n"))
    #expect(run([job(mailer, "2\n")], overwrites: true).map(\.status) == [.unchanged])
  }

  @Test func aFileThatIsNotTextIsRefused() throws {
    try folder.write("", to: path)
    let url = folder.url.appending(path: path)
    try Data([0xff, 0xfe, 0xc0]).write(to: url)
    #expect(run([job(mailer, "1\n")], overwrites: true).map(\.status) == [.refused])
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
