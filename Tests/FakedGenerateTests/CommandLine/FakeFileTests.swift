import Foundation
import Testing
import faked_generate

struct FakeFileTests {
  private let text = "import Faked\n\nstruct FakeMailer {}\n"
  private let newer = "import Faked\n\nstruct FakeMailer { let id = 1 }\n"

  private func file(_ text: String, found: String? = nil) -> FakeFile {
    let url = URL(filePath: "/FakeMailer.swift")
    return FakeFile(url: url, text: text, for: "Mail.Mailer", found: found)
  }

  @Test func theMarkerHasAChecksum() {
    let (wanted, marker) = (file(text).wanted, file(text).marker)
    #expect(
      wanted == """
        // Mail.Mailer: written by faked-generate, kept when changed. [\(marker.checksum)]
        import Faked

        struct FakeMailer {}

        """)
    #expect(
      ["", "a", "foobar"].map { Marker(of: $0, for: "Mail.Mailer").checksum }
        == ["cbf29ce484222325", "af63dc4c8601ec8c", "85944171f73967e8"])
    #expect(
      [marker.line, "// Written by hand. [af63dc4c8601ec8c]", ""].map(Marker.init(line:))
        == [marker, nil, nil])
  }

  @Test func fileStatesAreDistinguished() {
    let written = file(text).wanted
    let changed = written.replacing("{}", with: "{ let id = 1; var n = 0 }")
    let taken = changed.replacing(file(text).marker.checksum, with: file(newer).marker.checksum)
    let otherEndings = written.replacing("\n", with: "\r\n")
    let states: [(found: String?, text: String, FakeFile.State)] = [
      (nil, text, .absent), (written, text, .current), (written, newer, .outdated),
      (changed, text, .changed), (changed, newer, .changedAndOutdated), (taken, newer, .changed),
      (otherEndings, text, .current), (otherEndings, newer, .outdated),
      (text, text, .foreign), ("", text, .foreign), ("\n" + written, text, .foreign),
      // Every change counts, even of blanks and of the end of the file.
      (written + "\n", text, .changed), (written + " ", text, .changed),
      (String(written.dropLast()), text, .changed), (written + "// a\n", text, .changed),
      (String(written.prefix { $0 != "\n" }), text, .changed),
    ]
    for (found, text, state) in states {
      #expect(file(text, found: found).state == state, "\(found ?? "")")
    }
  }
}
