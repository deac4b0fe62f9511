/// One stub of a function, whatever its types: what the list of stubs asks of each.
@usableFromInline
class AnyStubEntry {
  /// Tells it from the other stubs that its function ever had.
  @usableFromInline final let id: Int32
  /// Its `when` line.
  final let site: CallSite
  final let hasCondition: Bool
  final let hasResponses: Bool
  /// Whether it has neither a response nor a fault: a chain that was only begun.
  @usableFromInline final let isEmpty: Bool
  final let isLenient: Bool

  init(
    _ id: Int32, at site: CallSite, hasCondition: Bool, hasResponses: Bool, isEmpty: Bool,
    isLenient: Bool
  ) {
    self.id = id
    self.site = site
    self.hasCondition = hasCondition
    self.hasResponses = hasResponses
    self.isEmpty = isEmpty
    self.isLenient = isLenient
  }

  final var answersEveryCall: Bool { !hasCondition && hasResponses }
}

/// One stub of a function: which calls it answers, and with which responses.
///
/// Immutable but for its progress, which the lock of the instance guards; a change makes another one.
@usableFromInline
final class StubEntry<Arguments, Output, Failure: Error>: AnyStubEntry {
  /// The calls it answers; nil for every call.
  @usableFromInline let condition: Condition<Arguments>?
  let turns: [Turn<Arguments, Output, Failure>]
  /// Faults and delays, newest last; they come before the responses.
  let overlays: [Overlay<Arguments, Failure>]
  private let progress: StubProgress

  init(
    _ id: Int32, at site: CallSite, condition: Condition<Arguments>? = nil,
    turns: [Turn<Arguments, Output, Failure>] = [], overlays: [Overlay<Arguments, Failure>] = [],
    isLenient: Bool = false, progress: StubProgress = StubProgress()
  ) {
    self.condition = condition
    self.turns = turns
    self.overlays = overlays
    self.progress = progress
    super.init(
      id, at: site, hasCondition: condition != nil, hasResponses: !turns.isEmpty,
      isEmpty: turns.isEmpty && overlays.isEmpty, isLenient: isLenient)
  }

  func adding(_ turn: Turn<Arguments, Output, Failure>) -> StubEntry {
    StubEntry(
      id, at: site, condition: condition, turns: turns + [turn], overlays: overlays,
      isLenient: isLenient, progress: progress)
  }

  func adding(_ overlay: Overlay<Arguments, Failure>) -> StubEntry {
    StubEntry(
      id, at: site, condition: condition, turns: turns, overlays: overlays + [overlay],
      isLenient: isLenient, progress: progress)
  }

  func adding(where holds: @escaping (Arguments) -> Bool) -> StubEntry {
    StubEntry(
      id, at: site, condition: condition?.and(where: holds) ?? Condition(where: holds),
      turns: turns, overlays: overlays, isLenient: isLenient, progress: progress)
  }

  var lenient: StubEntry {
    StubEntry(
      id, at: site, condition: condition, turns: turns, overlays: overlays, isLenient: true,
      progress: progress)
  }
}

extension StubEntry {
  /// One that says there is no call at all is right without one.
  var isUsed: Bool {
    progress.position > 0 || progress.uses > 0 || overlays.contains(where: \.isUsed) || forbidsCalls
  }
  private var forbidsCalls: Bool {
    if case .unexpected = turns.first?.response { true } else { false }
  }
  /// The calls of a fault or a delay that no call got.
  var unusedOverlay: String? { overlays.first { !$0.isUsed }?.calls }
  /// The response of every call, where there is only one.
  var onlyResponse: Response<Arguments, Output, Failure>? {
    condition == nil && turns.count == 1 && overlays.isEmpty ? turns[0].response : nil
  }

  /// Notes calls that got the only response without a look at the stub.
  func noteUses(_ count: Int) { progress.uses = max(progress.uses, count) }

  /// The response of the next call; nil where it is left to older stubs.
  func next() -> Response<Arguments, Output, Failure>? {
    var waits: [AsyncBehavior<Arguments, Void, any Error>] = []
    var response: Response<Arguments, Output, Failure>?
    for overlay in overlays.reversed() where response == nil {
      switch overlay.kind {
      case .fault(let strikes, let error):
        guard strikes() else { continue }
        response = .thrown(error)
      case .delay(let wait): waits.append(wait)
      }
      overlay.isUsed = true
    }
    response = response ?? nextTurn()
    for wait in waits.reversed() { response = .delayed(wait, then: response, of: id) }
    return response
  }

  private func nextTurn() -> Response<Arguments, Output, Failure>? {
    guard progress.position < turns.count else { return nil }
    if progress.uses >= turns[progress.position].times, progress.position + 1 < turns.count {
      progress.position += 1
      progress.uses = 0
    }
    progress.uses += 1
    return turns[progress.position].response
  }
}

/// How far the calls of a stub have come; a change of the stub keeps it.
final class StubProgress {
  var position = 0
  /// How many calls got the response at the position.
  var uses = 0
}

/// A response in the sequence of its stub.
struct Turn<Arguments, Output, Failure: Error> {
  let response: Response<Arguments, Output, Failure>
  /// How many calls get it before the next one has its turn; the last one repeats.
  var times = 1
}

/// A fault or a delay that some calls of a stub get.
final class Overlay<Arguments, Failure: Error> {
  enum Kind {
    /// Throws at the calls that `strikes` says; it is asked once for each, under the lock.
    case fault(strikes: () -> Bool, Failure)
    case delay(AsyncBehavior<Arguments, Void, any Error>)
  }

  let kind: Kind
  /// The calls, as in `the first 2 calls`.
  let calls: String
  /// Whether a call got it; guarded by the lock of the instance.
  var isUsed = false

  init(kind: Kind, calls: String) {
    self.kind = kind
    self.calls = calls
  }
}
