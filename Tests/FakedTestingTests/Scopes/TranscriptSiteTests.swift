import Faked
import FakedTesting
import Foundation
import TestSupport
import Testing

/// The call sites in the list of the calls of a failed test.
@Suite struct TranscriptSiteTests {
  @Test func theTranscriptShowsTheSiteOfAnUnstubbedCallOnce() throws {
    let probe = ProbedScope(capturesCallSites: true)
    let text = probe.run {
      let fake = FakeObject()
      _ = try? fake.load(1)
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    }
    let count = text.components(separatedBy: ", called ").count - 1
    #expect(count == (CallSiteTable.isSupported ? 1 : 0), "\(text)")
  }

  // The optimizer merges the closures.
  @Test(.enabled(if: CallSiteTable.hasLines))
  func theTranscriptLooksUpTheNewestSitesOfAllFakes() {
    let probe = ProbedScope(capturesCallSites: true)
    // Each closure is a site of its own.
    let calls: [(FakeObject) -> Int?] = [
      { try? $0.load(1) }, { try? $0.load(2) }, { try? $0.load(3) }, { try? $0.load(4) },
      { try? $0.load(5) }, { try? $0.load(6) }, { try? $0.load(7) }, { try? $0.load(8) },
      { try? $0.load(9) }, { try? $0.load(10) }, { try? $0.load(11) }, { try? $0.load(12) },
      { try? $0.load(13) }, { try? $0.load(14) }, { try? $0.load(15) }, { try? $0.load(16) },
      { try? $0.load(17) }, { try? $0.load(18) }, { try? $0.load(19) }, { try? $0.load(20) },
      { try? $0.load(21) }, { try? $0.load(22) }, { try? $0.load(23) }, { try? $0.load(24) },
      { try? $0.load(25) }, { try? $0.load(26) }, { try? $0.load(27) }, { try? $0.load(28) },
      { try? $0.load(29) }, { try? $0.load(30) }, { try? $0.load(31) }, { try? $0.load(32) },
    ]
    let text = probe.run {
      let fakes = [FakeObject(), FakeObject()]
      for (number, call) in calls.enumerated() { _ = call(fakes[number % 2]) }
      probe.scope.sawFailure()
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    }
    let lines = text.split(separator: "\n").filter { $0.contains(".load(") }
    #expect(lines.map { $0.contains(", called ") } == (1...32).map { $0 > 2 }, "\(text)")
  }
}
