extension FakeInstance {
  /// Finds the newest lesson whose condition holds, and takes its next step.
  ///
  /// Conditions are user code: the lessons are copied under the lock, and asked without it.
  @inlinable @inline(never)
  func choose<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments
  ) -> Lesson<Arguments, Output, Failure>.Answer? {
    let lessons = functions.withLock { $0.function(of: call)?.lessons } ?? []
    for taught in lessons.reversed() {
      if let condition = taught.condition {
        guard condition.holds(arguments) else { continue }
        condition.matched?(arguments)
      }
      guard let step = functions.withLock({ _ in taught.lesson.nextStep() }) else { break }
      call.siteIndex = step.siteIndex
      return step.answer
    }
    return nil
  }
}
