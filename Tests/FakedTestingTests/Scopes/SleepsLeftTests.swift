import FakedTesting
import Testing

/// Sleeps on a fake clock that have not ended when their scope does.
@Suite struct SleepsLeftTests {
  @Test func aLeftoverSleepFailsAStrictTest() async throws {
    let line = #line + 4
    await withKnownIssue {
      await withFakedScope(.strict) {
        let clock = FakeClock()
        Task { try await clock.sleep(for: .seconds(3)) }
        await clock.advance(by: .seconds(1))
      }
    } matching: { issue in
      let test = "SleepsLeftTests.aLeftoverSleepFailsAStrictTest()"
      let text = issue.comments.map(\.rawValue).joined().replacing(" (\(test))", with: "")
      let site = " (SleepsLeftTests.swift:\(line) in \(test))"
      // Optimized programs don't know every line.
      return text.replacing(site, with: "") == """
        A task still sleeps on a fake clock at the end of the test. Its time is 1.0 seconds.
          until 3.0 seconds
          Advance the clock, or cancel the task.
        """
    }
  }

  @Test func aLenientClockMayLeaveSleeps() async throws {
    await withFakedScope(.strict) {
      let clock = FakeClock().lenient
      Task { try await clock.sleep(for: .seconds(3)) }
      await clock.advance(by: .seconds(1))
    }
  }

  @Test(.faked(.strict)) func aSleepReportsTheLineThatStartedIt() async throws {
    let clock = FakeClock()
    let line = #line + 1
    let sleeping = Task { try await clock.sleep(for: .seconds(3)) }
    let sleep = try await clock.nextSleep()
    // Optimized programs don't know every line.
    if let site = sleep.callSite, let found = site.line {
      #expect(found == line)
      #expect(site.function == "SleepsLeftTests.aSleepReportsTheLineThatStartedIt()")
    }
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }
}
