import Faked

/// Something that a task waits for, and that the scheduler lets happen: the effect of a call, or a step.
package struct ScheduledEvent: Sendable {
  /// The ways in which an event ends if its task is canceled.
  package enum Cancellation: Sendable {
    /// The event happens as if its task were not canceled.
    case ignored
    /// The effect of a call may be lost. If it isn't, the call throws anyway.
    case mayLoseEffect
    /// The delivery may be lost. If it isn't, the call returns a response that arrived before the cancellation.
    case mayLoseDelivery
  }

  /// A name that is the same in every run. A task waits for one event at a time.
  let name: String
  /// A Boolean value that indicates whether it happens only if nothing else can.
  let isLastResort: Bool
  /// A Boolean value that indicates whether the event delivers the result of a call after its effect.
  let isDelivery: Bool
  let cancellation: Cancellation
  /// Describes the event. Called only for reports, and under no lock, because it may run code of the user.
  let describe: @Sendable () -> EventDescription

  package init(
    name: String, isLastResort: Bool = false, isDelivery: Bool = false,
    cancellation: Cancellation = .ignored,
    describe: (@Sendable () -> EventDescription)? = nil
  ) {
    self.name = name
    self.isLastResort = isLastResort
    self.isDelivery = isDelivery
    self.cancellation = cancellation
    self.describe = describe ?? { EventDescription(text: name, site: nil) }
  }

  /// A Boolean value that indicates whether a cancellation of its task can end the event.
  var reactsToCancellation: Bool { cancellation != .ignored }
}

/// An event, as a report shows it.
package struct EventDescription: Sendable, Equatable {
  /// The event, such as `FakeStore.load("a") returns`.
  let text: String
  /// The text if the event does not happen, because its task was canceled: `FakeStore.load("a") is canceled`.
  let textIfCancelled: String
  /// The wait for the event: `waits until FakeStore.load("a") returns`.
  let wait: String
  /// The line that made the call.
  let site: CallSite?

  package init(
    text: String, ifCancelled textIfCancelled: String? = nil, wait: String? = nil, site: CallSite?
  ) {
    self.text = text
    self.textIfCancelled = textIfCancelled ?? text
    self.wait = wait ?? "waits until \(text)"
    self.site = site
  }
}
