extension FakeClock {
  /// Moves the time forward, and runs everything that becomes due, in order.
  ///
  /// Work that is scheduled along the way runs too: a task that sleeps for 1 second in a loop wakes three
  /// times in 3 seconds. In a deterministic test, `advance` returns when no task can run. Elsewhere, it
  /// first waits for a task to sleep, up to the patience of the scope, and fails the test if none does. In an
  /// exploration, the time passes on all clocks, and tasks whose sleeps end at the same time continue in every order.
  ///
  /// - Parameters:
  ///   - duration: The time that passes. A negative duration fails the test at this line.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async {
    let (end, site) = (now.advanced(by: duration), SourceLine(fileID, filePath, line, column))
    guard duration >= .zero else {
      return report(.clockMovedBackward(from: now, to: end), at: site)
    }
    // If another task advances the clock at the same time, the durations add up.
    await advance(at: site) { max($0.now, $0.targets.max() ?? $0.now).advanced(by: duration) }
  }

  /// Moves the time forward to an instant, and runs everything that becomes due, in order.
  ///
  /// - Parameters:
  ///   - instant: The new time. A time in the past fails the test at this line.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  public func advance(
    to instant: Instant, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async {
    let (now, site) = (now, SourceLine(fileID, filePath, line, column))
    guard instant >= now else {
      return report(.clockMovedBackward(from: now, to: instant), at: site)
    }
    await advance(at: site) { _ in instant }
  }

  /// Moves the time forward until no task sleeps.
  ///
  /// In a deterministic test, `run` returns when no task can run. Elsewhere, it first waits for a task to sleep, up to
  /// the patience of the scope, and fails the test if none does. It doesn't wait if `advance` or `run` ended the last
  /// sleep: if another one is about to begin, wait for it with `nextSleep` first. In an exploration, the time passes
  /// on all clocks.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async {
    if let exploration = CurrentScheduler.exploration {
      return await letTimePass(in: exploration) { $0.sleepers.isEmpty ? .mayPass : .mustPass }
    }
    let site = SourceLine(fileID, filePath, line, column)
    // If all sleeps were ended, another one may never begin.
    if CurrentScheduler.current == nil, state.withLock({ $0.hasEndedSleeps }) {
      await letTasksRun()
    } else if await !awaitSleep(at: site) {
      return
    }
    if await endSleeps(until: nil) { return recordEndOfSleeps() }
    report(.endlessSleeps(Self.maxSleeps), at: site)
  }

  /// Returns the next sleep, in the order in which sleeps begin. Waits for one if necessary.
  ///
  /// - Parameters:
  ///   - limit: The longest wait. Defaults to the patience of the scope, or 30 seconds outside a scope. A negative
  ///     limit is the same as 0. In a deterministic test, the wait ends as soon as no task can run.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: Of the sleeps that have not ended and that `nextSleep` has not returned, the one that began first.
  /// - Throws: `FakedError.missingCall` if no sleep begins in time, and `CancellationError` if the task is
  ///   canceled.
  public func nextSleep(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Sleep {
    let site = SourceLine(fileID, filePath, line, column)
    let limit = limit ?? patience
    let sleep = try await CallSignal.find(within: limit, waitsUntilIdle: true) { signal in
      signal.listen(to: self)
      return takeUnseen()
    }
    guard let sleep else { throw FakeFailure.noNextSleep(limit, at: site).error }
    return sleep
  }

  /// The number of sleeps after which `run` gives up.
  private static let maxSleeps = 100_000
  /// The number of sleeps after which the woken tasks get less time, outside a deterministic test. It bounds the time for
  /// many tasks.
  private static let maxPatientSleeps = 32

  /// Moves the time forward.
  ///
  /// - Parameters:
  ///   - site: The line of the caller.
  ///   - newTime: Returns the new time. It is called when the clock begins to move.
  private func advance(
    at site: SourceLine, isolation: isolated (any Actor)? = #isolation,
    to newTime: (State) -> Instant
  ) async {
    let exploration = CurrentScheduler.exploration
    if exploration == nil, await !awaitSleep(at: site) { return }
    let (target, endedCount) = state.withLock { state in
      let target = newTime(state)
      state.targets.append(target)
      return (target, state.endedCount)
    }
    if let exploration {
      await letTimePass(in: exploration) { state in
        if state.now < target || state.sleepers.contains(where: { $0.sleep.deadline <= target }) {
          return .mustPass
        }
        // The tasks whose sleeps have ended may make calls.
        return state.endedCount > endedCount ? .mayPass : .hasPassed
      }
    } else {
      while await !endSleeps(until: target) {}
    }
    state.withLock { state in
      state.now = max(state.now, target)
      state.targets.removeAll { $0 <= state.now }
    }
    recordEndOfSleeps()
  }

  /// Lets the time of an exploration pass.
  ///
  /// - Parameter wait: Returns what the task waits for.
  private func letTimePass(
    in exploration: any TestScheduler, isolation: isolated (any Actor)? = #isolation,
    while wait: @escaping @Sendable (State) -> PassingTime
  ) async {
    join(exploration)
    await exploration.letTimePass(isolation: isolation) { [state] in state.withLock { wait($0) } }
  }

  /// Ends the sleeps that are due by a time, and lets the tasks run after each one. Returns `false` if there are too many.
  private func endSleeps(
    until target: Instant?, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    for count in 0..<Self.maxSleeps {
      guard endNextSleep(until: target) else {
        if count > Self.maxPatientSleeps { await letTasksRun() }
        return true
      }
      await letTasksRun(briefly: count >= Self.maxPatientSleeps)
    }
    return false
  }

  private func recordEndOfSleeps() { state.withLock { $0.hasEndedSleeps = $0.sleepers.isEmpty } }

  /// Ends the earliest sleep if it is due by a time. Returns `false` if no sleep is due.
  private func endNextSleep(until target: Instant?) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let first = state.sleepers.first else { return nil }
      if let target, first.sleep.deadline > target { return nil }
      state.now = max(state.now, first.sleep.deadline)
      state.waking.insert(first.sleep.id)
      return state.sleepers.removeFirst()
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  private func takeUnseen() -> Sleep? {
    state.withLock { state in
      let unseen = state.sleepers.indices.filter { !state.sleepers[$0].isSeen }
      guard
        let first = unseen.min(by: { state.sleepers[$0].sleep.id < state.sleepers[$1].sleep.id })
      else { return nil }
      state.sleepers[first].isSeen = true
      return state.sleepers[first].sleep
    }
  }

  /// Waits for the sleeps that are about to begin. Reports a failure and returns `false` if no task sleeps in time.
  private func awaitSleep(
    at site: SourceLine, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    if let scheduler = CurrentScheduler.current {
      await scheduler.untilIdle(isolation: isolation)
      return true
    }
    let sleep = try? await CallSignal.find(within: patience) { signal in
      signal.listen(to: self)
      return sleeps.first
    }
    // The cancellation of the current task ends the wait early.
    if sleep == nil, !Task.isCancelled { report(.noSleep(patience), at: site) }
    return sleep != nil
  }

  /// Waits until the task that was woken can no longer continue.
  ///
  /// Outside a deterministic test, that moment is unknown. A new sleep shows that a loop has reached its next
  /// iteration. Otherwise, the task gets a few milliseconds, from the moment at which it runs again.
  private func letTasksRun(
    briefly: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async {
    if let scheduler = CurrentScheduler.current {
      return await scheduler.untilIdle(isolation: isolation)
    }
    // A canceled task can't sleep, and lets others run instead.
    func pause(for duration: Duration) async {
      do { try await Task.sleep(for: duration) } catch { await Task.yield() }
    }
    let count = state.withLock { $0.count }
    let limit = ContinuousClock.now.advanced(by: patience)
    while state.withLock({ !$0.waking.isEmpty }), ContinuousClock.now < limit {
      await pause(for: .microseconds(100))
    }
    for round in 0..<(briefly ? 10 : 20) where state.withLock({ $0.count }) == count {
      if round < 10 { await Task.yield() } else { await pause(for: .milliseconds(1)) }
    }
  }

  private var patience: Duration { TestScope.ofTask?.patience ?? TestScope.usualPatience }

  private func report(_ failure: FakeFailure, at site: SourceLine) {
    if CurrentScheduler.current?.report(failure.message, at: site) != true {
      TestScope.report(failure.message, at: site, to: .ofTask)
    }
  }

  /// The message about the tasks that still sleep. `nil` if there are none.
  var textOfSleepsLeft: String? {
    let (sleeps, now) = state.withLock { ($0.isLenient ? [] : $0.sleepers.map(\.sleep), $0.now) }
    return sleeps.isEmpty ? nil : FakeFailure.sleepsLeft(sleeps, now: now).message
  }
}

extension FakeClock: CallSource {
  package func changeWaiters(_ change: (inout [CallSignal]) -> Void) {
    state.withLock { change(&$0.waiters) }
  }
}
