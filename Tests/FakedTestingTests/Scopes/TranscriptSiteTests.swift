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
}
