import Foundation
import Testing
import faked_generate

struct FakeFileTests {
  private let text = "import Faked\n\nstruct FakeMailer {}\n"
  private let newer = "import Faked\n\nstruct FakeMailer { let id = 1 }\n"
  private let url = URL(filePath: "/FakeMailer.swift")

  private func state(of found: String?, for text: String) -> FakeFile.State {
    FakeFile(url: url, text: text, for: "Mail.Mailer", found: found).state
  }

  @Test func theFirstLineHoldsAChecksumThatIsTheSameEverywhere() {
    let file = FakeFile(url: url, text: text, for: "Mail.Mailer", found: nil)
    #expect(
      file.wanted == """
        // Mail.Mailer: written by faked-generate, kept when changed. [\(Marker(of: text, for: "Mail.Mailer").checksum)]
        import Faked

        struct FakeMailer {}

        """)
    #expect(Marker(of: "", for: "Mail.Mailer").checksum == "cbf29ce484222325")
    #expect(Marker(of: "a", for: "Mail.Mailer").checksum == "af63dc4c8601ec8c")
    #expect(Marker(of: "foobar", for: "Mail.Mailer").checksum == "85944171f73967e8")
    #expect(file.wanted.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func aMarkerIsReadBack() {
    let marker = Marker(of: text, for: "Mail.Mailer")
    #expect(Marker(line: marker.line) == marker)
    #expect(Marker(line: "// Written by hand. [af63dc4c8601ec8c]") == nil)
    #expect(Marker(line: "") == nil)
  }

  @Test func whatIsThereIsToldApart() {
    let written = FakeFile(url: url, text: text, for: "Mail.Mailer", found: nil).wanted
    let changed = written.replacing("{}", with: "{ var n = 0 }")
    #expect(state(of: nil, for: text) == .absent)
    #expect(state(of: written, for: text) == .current)
    #expect(state(of: written, for: newer) == .outdated)
    #expect(state(of: changed, for: text) == .changed)
    #expect(state(of: changed, for: newer) == .changedAndOutdated)
    #expect(state(of: text, for: text) == .foreign)
    #expect(state(of: "", for: text) == .foreign)
  }

  @Test func everyChangeIsOneBlanksAndLastLinesIncluded() {
    let written = FakeFile(url: url, text: text, for: "Mail.Mailer", found: nil).wanted
    for changed in [written + "\n", written + " ", String(written.dropLast()), written + "// a\n"] {
      #expect(state(of: changed, for: text) == .changed, "\(changed)")
    }
    let firstLine = written.prefix { $0 != "\n" }
    #expect(state(of: String(firstLine), for: text) == .changed)
    #expect(state(of: "\n" + written, for: text) == .foreign)
  }

  @Test func otherLineEndingsAreNoChange() {
    let written = FakeFile(url: url, text: text, for: "Mail.Mailer", found: nil).wanted
    #expect(state(of: written.replacing("\n", with: "\r\n"), for: text) == .current)
    #expect(state(of: written.replacing("\n", with: "\r\n"), for: newer) == .outdated)
  }

  @Test func theNewChecksumTakesAChangedFileOver() {
    let written = FakeFile(url: url, text: text, for: "Mail.Mailer", found: nil).wanted
    let changed = written.replacing("{}", with: "{ let id = 1; var n = 0 }")
    #expect(state(of: changed, for: newer) == .changedAndOutdated)
    let taken = changed.replacing(
      Marker(of: text, for: "Mail.Mailer").checksum,
      with: Marker(of: newer, for: "Mail.Mailer").checksum)
    #expect(state(of: taken, for: newer) == .changed)
  }
}
