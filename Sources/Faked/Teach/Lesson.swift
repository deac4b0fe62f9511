/// One thing a function was taught: for which arguments it answers, and with which steps.
///
/// Guarded by the lock of the instance, but for what is immutable.
@usableFromInline
final class Lesson<Arguments, Output, Failure: Error> {
  @usableFromInline let site: CallSite
  /// The arguments it answers; nil answers every call.
  @exclusivity(unchecked) @usableFromInline var condition: Condition<Arguments>?
  @exclusivity(unchecked) @usableFromInline var steps: ContiguousArray<Step> = []
  @exclusivity(unchecked) @usableFromInline var position = 0
  /// What calls wait for before or instead of a step.
  @exclusivity(unchecked) @usableFromInline var gate: Gate?
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

    @inlinable
    init(_ answer: Answer, times: Int, site: CallSite) {
      self.answer = answer
      self.times = times
      self.site = site
    }
  }

  @inlinable
  init(site: CallSite, condition: Condition<Arguments>? = nil) {
    self.site = site
    self.condition = condition
  }

  /// A lesson of one step that answers every call.
  @inlinable
  convenience init(site: CallSite, answer: Answer) {
    self.init(site: site)
    steps.append(Step(answer, times: 1, site: site))
  }

  /// Makes calls wait; they come to the gate by way of `choose`, because `nextStep` gives them nothing.
  func close(_ gate: Gate) {
    self.gate = gate
    let never = Step(
      .async { (_, _) async throws(Failure) in
        fatalError("An async call waits at the gate, and never comes to the step behind it.")
      }, times: 1, site: site)
    steps = [never]
    position = 1
  }

  @inlinable var hidesOlder: Bool { condition == nil && !steps.isEmpty }

  /// The step for the next call: each as often as it says, the last one for ever; nil without steps.
  @inlinable @inline(__always)
  func nextStep() -> Step? {
    guard position < steps.count else { return nil }
    if steps[position].uses >= steps[position].times, position + 1 < steps.count { position += 1 }
    let step = steps[position]
    step.uses &+= 1
    return step
  }

  /// Whether the last step answers from now on, and no count of its uses matters any more.
  @inlinable var isSettled: Bool {
    position + 1 == steps.count && steps[position].uses >= steps[position].times
  }
}

extension Lesson {
  /// What a call waits for; only a function that can suspend may meet one.
  @usableFromInline
  enum Gate {
    /// Makes the answer of one call, while that call still runs where its caller does: so calls come to
    /// those who wait for them in the order in which they were made.
    case hold((Arguments) -> Answer)
    /// Waits; then the call goes on to what was taught before.
    case pause(@Sendable () async throws -> Void)
  }
}
