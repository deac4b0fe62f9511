/// A failure of a test that uses a fake clock.
indirect enum FakeClockFailure {
  /// The test moved the clock to a time in the past.
  case backwards(from: FakeClock.Instant, to: FakeClock.Instant)
  /// No task slept while the test waited.
  case noSleep(Duration)
  /// `nextSleep` found no sleep.
  case noNextSleep(Duration, at: SourceLine)
  /// Tasks still sleep after many sleeps.
  case endless(Int)
  /// Tasks still sleep at the end of the scope.
  case left([FakeClock.Sleep], now: FakeClock.Instant)
  /// A sleep outlasted the patience of the test.
  case longSleep(FakeClock.Sleep, test: String, now: FakeClock.Instant, limit: Duration)

  var message: String {
    switch self {
    case .backwards(let now, let target):
      """
      A fake clock can't move backward, from \(now.offset) to \(target.offset).
        Advance it by zero or more, or to a time in the future.
      """
    case .noSleep(let limit):
      """
      No task slept on the fake clock within \(limit.formattedShort), so there was nothing to advance to.
        Give the clock to the code under test, or make the test deterministic: @Test(.deterministic).
      """
    case .noNextSleep(let limit, let site):
      """
      `nextSleep` at \(site) waited \(lengthOfWait(limit)), but no task slept on the \
      fake clock.
        Give the clock to the code under test, and start the work that sleeps before `nextSleep`.
      """
    case .endless(let count):
      """
      A task still slept on the fake clock after \(count) sleeps.
        Use `advance(by:)` for work that repeats forever.
      """
    case .left(let sleeps, let now):
      """
      \(sleeps.count == 1 ? "A task still sleeps" : "\(sleeps.count) tasks still sleep") on a fake clock at the \
      end of the test. Its time is \(now.offset).
      \(abridged(sleeps.map(Self.line(of:))).joined(separator: "\n"))
        Advance the clock, or cancel the task.
      """
    case .longSleep(let sleep, let test, let now, let limit):
      """
      A task of \(test) has slept on a fake clock for \(limit.formattedShort). The time of the clock is \(now.offset).
      \(Self.line(of: sleep))
        If the test waits for the task, advance the clock, or cancel the task.
      """
    }
  }

  private static func line(of sleep: FakeClock.Sleep) -> String {
    "  until \(sleep.deadline.offset)" + (sleep.callSite.map { ", from \($0)" } ?? "")
  }
}
