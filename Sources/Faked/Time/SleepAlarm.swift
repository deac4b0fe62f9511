extension FakeClock {
  /// Starts a task that prints a note if a sleep outlasts the patience of its test.
  ///
  /// Without the note, a test that waits for a task whose sleep never ends would hang without any output.
  ///
  /// - Returns: The task, which must be canceled when the sleep ends. `nil` if a scheduler runs the task, because it knows
  ///   when no task can run, and if there is no scope.
  func startAlarm(for sleep: Sleep) -> Task<Void, Never>? {
    guard CurrentScheduler.current == nil, let scope = TestScope.ofTask, scope.patience > .zero
    else { return nil }
    return CurrentScheduler.startOutside { [weak self] in
      try? await ProcessClock.sleep(for: scope.patience)
      guard !Task.isCancelled, let self, sleeps.contains(sleep), !scope.hasEnded else { return }
      let failure = FakeClockFailure.longSleep(
        sleep, test: scope.name, now: now, limit: scope.patience)
      scope.printNote(failure.message)
    }
  }
}
