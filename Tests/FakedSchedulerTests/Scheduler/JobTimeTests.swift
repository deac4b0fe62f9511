import FakedScheduler
import Testing

struct JobTimeTests {
  @Test func aThreadThatRunsCountsWithItsProcessorTime() {
    var job = JobTime(processorTime: .seconds(2))
    job.addCheck(after: .seconds(1), processorTime: .seconds(2.25))
    job.addCheck(after: .seconds(1), processorTime: .seconds(3))
    #expect(job.time == .seconds(1))
  }

  @Test func aThreadThatWaitsCountsWithTheTimeBetweenChecks() {
    var job = JobTime(processorTime: .seconds(2))
    job.addCheck(after: .seconds(1), processorTime: .seconds(2))
    job.addCheck(after: .seconds(1), processorTime: .seconds(2.01))
    #expect(job.time == .seconds(2))
  }

  @Test func aLateCheckCountsOnce() {
    var job = JobTime(processorTime: .zero)
    job.addCheck(after: .seconds(1), processorTime: .seconds(10))
    #expect(job.time == .seconds(1))
  }

  @Test func withoutProcessorTimeEveryCheckCounts() {
    var job = JobTime(processorTime: nil)
    job.addCheck(after: .seconds(1), processorTime: nil)
    job.addCheck(after: .seconds(1), processorTime: .seconds(5))
    #expect(job.time == .seconds(2))
  }
}
