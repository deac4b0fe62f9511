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
      call.step = functions.withLock { _ in lesson.nextStep() }
      return
    }
  }
}
