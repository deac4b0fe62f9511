/// The steps of one thing a function was taught.
///
/// Guarded by the lock of the instance, but for what is immutable.
@usableFromInline
final class Lesson<Arguments, Output, Failure: Error> {
  @usableFromInline let site: CallSite
  @exclusivity(unchecked) @usableFromInline var steps: ContiguousArray<Step> = []
  @exclusivity(unchecked) @usableFromInline var position = 0
  /// Whether no call has used it.
  var isUnused: Bool { steps.allSatisfy { $0.uses == 0 } }

  @usableFromInline
  enum Answer {
    case sync((_ invocationCount: Int, Arguments) throws(Failure) -> Output)
    case async((_ invocationCount: Int, Arguments) async throws(Failure) -> Output)
  }

  /// A class, so that a call takes the behavior with it for the price of a retain.
  @usableFromInline
  final class Step {
    @usableFromInline let answer: Answer
    @usableFromInline let times: Int
    @usableFromInline let site: CallSite
    /// Where the function keeps `site`.
    @exclusivity(unchecked) @usableFromInline var siteIndex: Int32 = -1
    /// How many calls it has answered.
    @exclusivity(unchecked) @usableFromInline var uses = 0

    @usableFromInline
    init(_ answer: Answer, times: Int, site: CallSite) {
      self.answer = answer
      self.times = times
      self.site = site
    }
  }

  @usableFromInline
  init(site: CallSite) { self.site = site }

  /// A lesson of one step that answers every call.
  @usableFromInline
  convenience init(site: CallSite, answer: Answer) {
    self.init(site: site)
    steps.append(Step(answer, times: 1, site: site))
  }

  /// The step for the next call: each as often as it says, the last one for ever; nil without steps.
  @inlinable @inline(__always)
  func nextStep() -> Step? {
    guard position < steps.count else { return nil }
    if steps[position].uses >= steps[position].times, position + 1 < steps.count { position += 1 }
    let step = steps[position]
    step.uses &+= 1
    return step
  }

  /// Whether the last step has been reached, which answers from then on.
  @inlinable var isSettled: Bool { position + 1 == steps.count }
}

/// A lesson, and for which arguments it answers.
@usableFromInline
struct TaughtLesson<Arguments, Output, Failure: Error> {
  @usableFromInline let lesson: Lesson<Arguments, Output, Failure>
  /// The arguments it answers; nil answers every call.
  @usableFromInline var condition: Condition<Arguments>?

  var hidesOlder: Bool { condition == nil && !lesson.steps.isEmpty }
}
