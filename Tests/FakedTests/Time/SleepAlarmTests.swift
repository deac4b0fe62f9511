import Faked
import TestSupport
import Testing

struct SleepAlarmTests {
  @Test func aSleepThatOutlastsThePatienceIsNoted() async {
    let scope = ProbedScope("waits()", patience: .milliseconds(1), capturesCallSites: true)
    let clock = FakeClock()
    let task = scope.run { Task { try? await clock.sleep(for: .seconds(1)) } }
    while scope.notes.value.isEmpty { await Task.yield() }
    let lines = scope.notes.value[0].split(separator: "\n")
    #expect(
      lines.first
        == "A task of waits() has slept on a fake clock for 1 ms. The time of the clock is 0.0 seconds."
    )
    #expect(lines.dropFirst().first?.hasPrefix("  until 1.0 seconds") == true)
    #expect(
      lines.last == "  If the test waits for the task, advance the clock, or cancel the task.")
    task.cancel()
    await task.value
  }
}
