extension FakeInstance {
  /// Finds the newest lesson whose condition holds, and takes its next step.
  ///
  /// Conditions are user code: the lessons are copied under the lock, and asked without it.
  @inlinable @inline(never)
  func choose<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments
  ) -> Lesson<Arguments, Output, Failure>.Answer? {
    let candidates = functions.withLock { $0.function(of: call)?.makeCandidates() } ?? []
    for candidate in candidates where candidate.answers(arguments) {
      // A call that cannot wait fails at the step behind a gate, which is an async one.
      guard let step = functions.withLock({ _ in candidate.nextStep() }) else { break }
      call.siteIndex = step.siteIndex
      return step.answer
    }
    return nil
  }

  /// The same for a call that can wait: it passes pauses on its way, and is held where a test holds it.
  @usableFromInline @inline(never)
  func chooseAsync<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    isolation: isolated (any Actor)?
  ) async throws(Failure) -> Lesson<Arguments, Output, Failure>.Answer? {
    if let observer = functions.withLock({ $0.waiters })?.observer,
      let withheld = try await observer.wait(
        CallKey(call), throwing: Failure.self, isolation: isolation),
      let answer = withheld.answer as? Lesson<Arguments, Output, Failure>.Answer
    {
      return answer
    }
    let candidates = functions.withLock { $0.function(of: call)?.makeCandidates() } ?? []
    for candidate in candidates where candidate.answers(arguments) {
      let step = functions.withLock { _ in candidate.nextStep() }
      switch candidate.gate {
      case .pause(let wait):
        do {
          try await wait()
        } catch {
          // Where the function cannot throw what ended the wait, the call goes on without it.
          if let failure = error as? Failure { throw failure }
        }
      case .hold(let answer):
        call.siteIndex = step?.siteIndex ?? -1
        return answer(arguments)
      case nil:
        call.siteIndex = step?.siteIndex ?? -1
        return step?.answer
      }
    }
    return nil
  }
}

/// A lesson with its condition and gate as they were when the lock was held.
@usableFromInline
struct Candidate<Arguments, Output, Failure: Error> {
  @usableFromInline let lesson: Lesson<Arguments, Output, Failure>
  @usableFromInline let condition: Condition<Arguments>?
  @usableFromInline let gate: Lesson<Arguments, Output, Failure>.Gate?

  @inlinable
  init(_ lesson: Lesson<Arguments, Output, Failure>) {
    self.lesson = lesson
    condition = lesson.condition
    gate = lesson.gate
  }

  /// Whether the condition holds; then it is told so.
  @inlinable
  func answers(_ arguments: Arguments) -> Bool {
    guard let condition else { return true }
    guard condition.holds(arguments) else { return false }
    condition.matched?(arguments)
    return true
  }

  /// The next step, or that behind the gate.
  @inlinable
  func nextStep() -> Lesson<Arguments, Output, Failure>.Step? {
    guard gate != nil, let step = lesson.steps.first else { return lesson.nextStep() }
    step.uses &+= 1
    return step
  }
}
