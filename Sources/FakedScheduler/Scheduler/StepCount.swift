/// The number of steps of a run.
struct StepCount {
  private(set) var count = 0
  /// The step at which a job ran last.
  private var latestJob = -1
  /// The number of steps before the last time that no task could run.
  private var latestPause = 0
  /// The number of turns of the main queue since a job was ready.
  private var idleTurns = 0

  /// The number of turns of the main queue after which no job of the main actor is expected anymore, where the
  /// scheduler doesn't see these jobs.
  ///
  /// Each turn runs the jobs that the one before put there. So a task that continues on the main actor ten times in a
  /// row, and nowhere else, counts as waiting.
  private static let maxIdleTurns = 10

  /// A Boolean value that indicates whether the latest step ran a job.
  var isAtJob: Bool { latestJob == count }

  mutating func add(isJob: Bool = false) {
    count += 1
    idleTurns = 0
    if isJob { latestJob = count }
  }

  /// Records that no task could run.
  mutating func pause() { latestPause = count }

  /// Returns a Boolean value that indicates whether the run took too many steps without a pause.
  func isOver(_ limit: Int) -> Bool { count - latestPause >= limit }

  /// Counts a turn of the main queue. Returns `false` after the last one.
  mutating func addIdleTurn() -> Bool {
    idleTurns += 1
    return idleTurns < Self.maxIdleTurns
  }
}
