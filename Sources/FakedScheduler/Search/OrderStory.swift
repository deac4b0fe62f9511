/// The events of an order that fails, next to those of an order that passes.
package struct OrderStory: Sendable, Equatable {
  package let events: [StoryEvent]
  /// The number of events, if there were too many to keep all of them. `nil` if these are all.
  let countIfCut: Int?
  /// A Boolean value that indicates whether the run did not end by itself.
  let wasStopped: Bool
  /// The index of the first event that differs from the nearest order that passes. `nil` if no such order
  /// was found.
  package let divergence: Int?
  /// The event that happens there in the order that passes. `nil` if it ends there.
  package let passingEvent: StoryEvent?
  /// A Boolean value that indicates whether the order failed in the same way when it ran again for the story.
  let failsAgain: Bool

  init(failing run: ScenarioRun, passing: [StoryEvent]?, failsAgain: Bool = true) {
    self.failsAgain = failsAgain
    events = run.story.filter { !$0.isUninterrupted }
    countIfCut = run.eventCountIfCut
    wasStopped = run.ending != .completed
    guard let passing = passing?.filter({ !$0.isUninterrupted }) else {
      divergence = nil
      passingEvent = nil
      return
    }
    let index = zip(events, passing).prefix { $0.isSame(as: $1) }.count
    divergence = index
    passingEvent = index < passing.count ? passing[index] : nil
  }
}

extension StoryEvent {
  /// Returns a Boolean value that indicates whether the same task does the same thing.
  fileprivate func isSame(as other: Self) -> Bool { task == other.task && event == other.event }
}
