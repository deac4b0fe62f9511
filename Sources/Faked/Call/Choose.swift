extension FakeInstance {
  /// Finds the newest lesson whose condition holds, and takes its next step.
  ///
  /// Conditions are user code: the lessons are copied under the lock, and asked without it.
  @usableFromInline @inline(never)
  func choose<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments
  ) {
    for lesson in lessons(of: call.function) where lesson.answers(arguments) {
      // A call that cannot wait fails at the step behind a gate, which is an async one.
      call.step = functions.withLock { _ in lesson.nextStep() }
      return
    }
  }

  /// The same for a call that can wait: it passes pauses on its way, and is held where a test holds it.
  @usableFromInline @inline(never)
  func chooseAsync<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    isolation: isolated (any Actor)?
  ) async throws(Failure) {
    if let gate = functions.withLock({ $0.waiters })?.observer as? OrderGate,
      let step = try await gate.wait(call, isolation: isolation)
    {
      call.step = step
      return
    }
    for lesson in lessons(of: call.function) where lesson.answers(arguments) {
      let step = functions.withLock { _ in lesson.nextStep() }
      switch lesson.gate {
      case nil: call.step = step
      case .hold(let answer): call.step = step?.answering(answer(arguments))
      case .pause(let wait):
        do {
          try await wait()
        } catch {
          // Where the function cannot throw what ended the wait, the call goes on without it.
          if let failure = error as? Failure { throw failure }
        }
        continue
      }
      return
    }
  }

  /// A copy of what a function was taught, newest first.
  private func lessons<Arguments, Output, Failure: Error>(
    of function: FunctionState<Arguments, Output, Failure>
  ) -> [ChosenLesson<Arguments, Output, Failure>] {
    functions.withLock { _ in function.lessons.reversed().map(ChosenLesson.init) }
  }
}

/// A lesson with its condition and gate as they were when the lock was held.
private struct ChosenLesson<Arguments, Output, Failure: Error> {
  let lesson: Lesson<Arguments, Output, Failure>
  let condition: Condition<Arguments>?
  let gate: Lesson<Arguments, Output, Failure>.Gate?

  init(_ lesson: Lesson<Arguments, Output, Failure>) {
    self.lesson = lesson
    condition = lesson.condition
    gate = lesson.gate
  }

  func answers(_ arguments: Arguments) -> Bool {
    guard let condition else { return true }
    guard condition.holds(arguments) else { return false }
    condition.matched(arguments)
    return true
  }

  /// The next step, or that behind the gate.
  func nextStep() -> Lesson<Arguments, Output, Failure>.Step? {
    guard gate != nil, let step = lesson.steps.first else { return lesson.nextStep() }
    step.uses &+= 1
    return step
  }
}

extension Lesson.Step {
  /// A step of the same line with an answer of its own, for one call.
  fileprivate func answering(_ answer: Lesson.Answer) -> Lesson.Step {
    let step = Lesson.Step(answer, times: times, site: site)
    step.siteIndex = siteIndex
    return step
  }
}
