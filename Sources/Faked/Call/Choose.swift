extension FakeInstance {
  /// Finds the newest lesson whose condition holds, and takes its next step.
  ///
  /// Conditions are user code: the lessons are copied under the lock, and asked without it.
  @usableFromInline @inline(never)
  func choose<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments
  ) {
    let function = call.function
    let lessons = functions.withLock { _ in function.lessons.map { ($0, $0.condition) } }
    for (lesson, condition) in lessons.reversed() {
      if let condition {
        guard condition.holds(arguments) else { continue }
        condition.matched(arguments)
      }
      call.step =
        functions.withLock { _ in lesson.nextStep() } ?? stepOfEmptyChain(lesson, function)
      return
    }
  }

  /// A chain that was begun and never said what to do fails the call, whatever else would answer it.
  private func stepOfEmptyChain<Arguments, Output, Failure: Error>(
    _ lesson: Lesson<Arguments, Output, Failure>, _ function: AnyFunction
  ) -> Lesson<Arguments, Output, Failure>.Step {
    let error = FailureMessage.emptyChain(function.label, taught: lesson.site)
    return Lesson.Step(
      .sync { (_, _) throws(Failure) in
        try self.fail(error, returning: Output.self, throwing: Failure.self)
      }, times: 1,
      site: lesson.site)
  }
}
