import Faked

/// Decides about the calls of one run: lets those of async functions wait until it is decided which goes on.
///
/// A call that is let go gets its response as if it had never waited.
package final class OrderGate: CallObserver {
  /// A call that waits. It holds values of the user, so it never ends under the lock.
  private struct Entry {
    let key: CallKey
    /// The call as it is written; the same in every run, and of no other call of its run.
    let text: String
    /// Kept, so that no other takes its place in memory while the call waits.
    let function: AnyFunctionState
    var isLetGo = false
    var isCancelled = false
    var continuation: CheckedContinuation<Bool, Never>?
    var waits: Bool { !isLetGo && !isCancelled }
  }

  private struct State {
    /// In the order in which they were made.
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
    /// The functions whose calls wait; they are kept, so that no other takes their place in memory.
    var chosen: [ObjectIdentifier: AnyFunctionState] = [:]
    /// Whether no call waits any more.
    var isOpen = false
    var meetings = 0
    var hasOutsiders = false
    var listener: CheckedContinuation<Void, Never>?

    /// The one who waits for something to happen, to be woken when the lock is free.
    mutating func wakeListener() -> CheckedContinuation<Void, Never>? {
      defer { listener = nil }
      return listener
    }
  }

  private let state = Locked(State())
  private let queue: (any ScenarioQueue)?

  init(queue: (any ScenarioQueue)?) { self.queue = queue }

  /// How much has happened so far.
  var meetings: Int { state.withLock { $0.meetings } }
  var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Whether there were calls of tasks that cannot be watched, so that only time tells whether more come.
  var hasOutsiders: Bool { state.withLock { $0.hasOutsiders } }
  /// The calls that wait, in the order in which they were made.
  var waiting: [String] {
    state.withLock { state in state.entries.filter(\.waits).map(\.text) }
  }

  /// No call fails for an order.
  package func declare(_ errors: [any Error], for function: AnyFunctionState) {}

  package func choose(_ function: AnyFunctionState) {
    state.withLock { $0.chosen[ObjectIdentifier(function)] = function }
  }

  package func observe<Arguments, Output, Failure: Error>(
    _ call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool
  ) {
    let function = call.function
    let isInside = queue?.isCurrent ?? false
    let mayWait = state.withLock { state in
      state.meetings += 1
      if !isInside { state.hasOutsiders = true }
      let isChosen = state.chosen.isEmpty || state.chosen[ObjectIdentifier(function)] != nil
      return canWait && isChosen && !state.isOpen
    }
    guard mayWait else { return }
    let text = function.label.call(argumentList(arguments))
    let key = call.key
    call.wait(for: self)
    let listener = state.withLock { state in
      let count = state.counts[text, default: 0] + 1
      state.counts[text] = count
      state.entries.append(
        Entry(key: key, text: count == 1 ? text : "\(text) #\(count)", function: function))
      return state.wakeListener()
    }
    listener?.resume()
  }

  /// Suspends a call until it is let go.
  ///
  /// A call whose task is cancelled throws `CancellationError`, where its function can throw that.
  package func wait<Failure: Error>(
    for key: CallKey, throwing: Failure.Type, isolation: isolated (any Actor)?
  ) async throws(Failure) {
    let isLetGo = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { suspend(key, $0) }
    } onCancel: {
      if CancellationError() is Failure { cancel(key) }
    }
    if !isLetGo, let failure = CancellationError() as? Failure { throw failure }
  }

  private func suspend(_ key: CallKey, _ continuation: CheckedContinuation<Bool, Never>) {
    let (end, _) = state.withLock { state -> (Bool?, Entry?) in
      guard let place = state.entries.firstIndex(where: { $0.key == key }) else {
        return (true, nil)
      }
      let entry = state.entries[place]
      if !entry.isLetGo, !entry.isCancelled, !state.isOpen {
        state.entries[place].continuation = continuation
        return (nil, nil)
      }
      return (!entry.isCancelled, state.entries.remove(at: place))
    }
    if let end { continuation.resume(returning: end) }
  }

  /// Lets a call go on.
  func letGo(_ text: String) {
    let waiting = state.withLock { state -> Entry? in
      guard let place = state.entries.firstIndex(where: { $0.text == text }) else { return nil }
      state.entries[place].isLetGo = true
      return state.entries[place].continuation == nil ? nil : state.entries.remove(at: place)
    }
    waiting?.continuation?.resume(returning: true)
  }

  private func cancel(_ key: CallKey) {
    let waiting = state.withLock { state -> Entry? in
      state.meetings += 1
      guard let place = state.entries.firstIndex(where: { $0.key == key }) else { return nil }
      state.entries[place].isCancelled = true
      return state.entries[place].continuation == nil ? nil : state.entries.remove(at: place)
    }
    waiting?.continuation?.resume(returning: false)
  }

  /// Lets all calls go on, and those to come.
  package func stop() {
    let (waiting, listener, _) = state.withLock { state in
      state.isOpen = true
      let waiting = state.entries.filter { $0.continuation != nil }
      defer {
        state.entries.removeAll { $0.continuation != nil }
        state.chosen = [:]
      }
      return (waiting, state.wakeListener(), state.chosen)
    }
    for entry in waiting { entry.continuation?.resume(returning: true) }
    listener?.resume()
  }

  /// Suspends until there is a call that waits, or none will any more.
  func waitForCall() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.isOpen || state.entries.contains(where: \.waits)
        if !isThere { state.listener = continuation }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }
}
