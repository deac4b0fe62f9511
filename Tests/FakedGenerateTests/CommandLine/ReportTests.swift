import Testing
import faked_generate

struct ReportTests {
  @Test func everyChangeHasALine() {
    let report = Report(
      entries: [
        ReportEntry(.written, "Fakes/FakeA.swift", details: ["Note: one.", "Note: two."]),
        ReportEntry(.unchanged, "Fakes/FakeB.swift"),
        ReportEntry(.updated, "Fakes/FakeC.swift"),
        ReportEntry(
          .kept, "Fakes/FakeD.swift: why", block: "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2\n"),
        ReportEntry(.refused, "Mail.E: why", details: ["Write by hand: func f() {}"]),
        ReportEntry(.refused, "Core: why", protocols: 2),
        ReportEntry(.refused, "Mail.F: why not", details: ["Write by hand: func f() {}"]),
        ReportEntry(.excepted, "Mail.G"),
      ])
    #expect(
      report.text == """
        written    Fakes/FakeA.swift
                   Note: one.
                   Note: two.
        updated    Fakes/FakeC.swift
        kept       Fakes/FakeD.swift: why
        --- a
        +++ b
        @@ -1 +1 @@
        -1
        +2
        refused    Mail.E: why
        refused    Mail.F: why not
                   Write by hand: func f() {}
        refused    Core: why
        9 protocols: 1 written, 1 updated, 1 unchanged, 1 kept, 1 excepted, 4 refused.
        Write refused fakes by hand, or leave them out: --except Mail.E --except Core --except Mail.F.

        """)
    #expect(report.status == .incomplete)
  }
}
