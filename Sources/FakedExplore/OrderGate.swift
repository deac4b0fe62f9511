import Faked

/// Decides about the calls and steps of one run: lets them wait until it is decided which goes on.
///
/// A call that is let go gets its response as if it had never waited.
package final class OrderGate: ExplorationRun {
  private enum Waiter: Hashable {
    case call(CallID)
    case step(Int)
  }

  /// A call or a step that waits. It holds values of the user, so it never ends under the lock.
  private struct Entry {
    let waiter: Waiter
    /// As it is written; the same in every run, and of no other call or step of its run.
    let text: String
    /// Kept, so that no other takes its place in memory while the call waits.
    let function: AnyFunctionState?
    var isLetGo = false
    var isCancelled = false
    var continuation: CheckedContinuation<Bool, Never>?
    var waits: Bool { !isLetGo && !isCancelled }
  }

  private struct State {
    /// In the order in which they were made.
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
    var roles = FunctionRoles()
    var stepCount = 0
    /// The calls and steps that waited when it was opened.
    var left: (calls: [String], steps: [String]) = ([], [])
    /// Whether no call waits any more.
    var isOpen = false
    var sawCalls = false
    var cancelledCount = 0
    var listener: CheckedContinuation<Void, Never>?

    /// The one who waits for something to happen, to be woken when the lock is free.
    mutating func wakeListener() -> CheckedContinuation<Void, Never>? {
      defer { listener = nil }
      return listener
    }

    var waitingSteps: [String] { waiting(areSteps: true) }

    func waiting(areSteps: Bool) -> [String] {
      entries.compactMap { $0.waits && ($0.function == nil) == areSteps ? $0.text : nil }
    }

    /// Lets a call or a step wait.
    mutating func add(
      _ waiter: Waiter, _ text: String, of function: AnyFunctionState?
    ) -> CheckedContinuation<Void, Never>? {
      let count = counts[text, default: 0] + 1
      counts[text] = count
      let text = count == 1 ? text : "\(text) #\(count)"
      entries.append(Entry(waiter: waiter, text: text, function: function))
      return wakeListener()
    }
  }

  private let state = Locked(State())
  private let queue: ScenarioQueue
  /// The exploration around this one, which decides first, and what this run is to it.
  private let outer: (any ExplorationRun)?
  private let run: NestedRun

  init(queue: ScenarioQueue, outer: (any ExplorationRun)?, _ run: NestedRun) {
    self.queue = queue
    self.outer = outer
    self.run = run
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Whether there were calls of fakes of the run at all, or steps.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }
  /// How many calls were cancelled while they waited.
  var cancelledCount: Int { state.withLock { $0.cancelledCount } }

  /// What waits, in the order in which it came.
  var waiting: [String] { state.withLock { $0.entries.filter(\.waits).map(\.text) } }

  /// No exploration is within its runs.
  package var isFirstRun: Bool { false }

  package func expects(_ error: any Error) -> Bool { outer?.expects(error) ?? false }

  package var waitingSteps: [String] { state.withLock { $0.waitingSteps } }

  /// The calls and steps that still waited when the run was over.
  var left: (calls: [String], steps: [String]) { state.withLock { $0.left } }

  package func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    outer?.declare(role, for: function)
    _ = state.withLock { $0.roles.declare(role, for: function) }
  }

  package func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = outer?.decide(about: call, in: self.run) ?? CallDecision()
    queue.noteCall()
    let function = call.function
    let mayWait = state.withLock { state in
      state.sawCalls = true
      return call.canSuspend && !state.isOpen && state.roles.letWait(function)
    }
    guard mayWait else { return decision }
    let text = function.label.call(call.arguments)
    decision.waitsForEffect = true
    let listener = state.withLock { $0.add(.call(call.id), text, of: function) }
    if let listener { ScenarioQueue.wake(listener, returning: ()) }
    return decision
  }

  /// The exploration around this one decides what a call returns.
  package func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    outer?.replaceResult(output, of: call) ?? output
  }

  /// Suspends a call until it is let go.
  ///
  /// - Throws: `CancellationError` if the task of the call is canceled, and the function can throw that.
  package func waitForEffect(
    of call: InterceptedCall, isolation: isolated (any Actor)?
  ) async throws {
    let (id, canThrow) = (call.id, call.canThrowError(CancellationError()))
    let isLetGo = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { suspend(.call(id), $0) }
    } onCancel: {
      if canThrow { cancel(.call(id)) }
    }
    if !isLetGo { throw CancellationError() }
  }

  /// Suspends a step until it is its turn, also where its task is cancelled.
  package func waitForStep(_ name: String, isolation: isolated (any Actor)?) async {
    queue.noteCall()
    let (waiter, listener) = state.withLock { state in
      state.sawCalls = true
      state.stepCount += 1
      let waiter = Waiter.step(state.stepCount)
      return (waiter, state.add(waiter, name, of: nil))
    }
    if let listener { ScenarioQueue.wake(listener, returning: ()) }
    _ = await withCheckedContinuation(isolation: isolation) { suspend(waiter, $0) }
  }

  private func suspend(_ waiter: Waiter, _ continuation: CheckedContinuation<Bool, Never>) {
    let (end, _) = state.withLock { state -> (Bool?, Entry?) in
      guard let place = state.entries.firstIndex(where: { $0.waiter == waiter }) else {
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

  /// Lets a call or a step go on.
  func letGo(_ text: String) {
    let waiting = state.withLock { state -> Entry? in
      guard let place = state.entries.firstIndex(where: { $0.text == text }) else { return nil }
      state.entries[place].isLetGo = true
      return state.entries[place].continuation == nil ? nil : state.entries.remove(at: place)
    }
    waiting?.continuation?.resume(returning: true)
  }

  private func cancel(_ waiter: Waiter) {
    queue.noteCall()
    let waiting = state.withLock { state -> Entry? in
      state.cancelledCount += 1
      guard let place = state.entries.firstIndex(where: { $0.waiter == waiter }) else {
        return nil
      }
      state.entries[place].isCancelled = true
      return state.entries[place].continuation == nil ? nil : state.entries.remove(at: place)
    }
    waiting?.continuation?.resume(returning: false)
  }

  /// Lets all calls and steps go on, and those to come.
  package func stop() {
    let (waiting, listener, _) = state.withLock { state in
      if !state.isOpen { state.left = (state.waiting(areSteps: false), state.waitingSteps) }
      state.isOpen = true
      let waiting = state.entries.filter { $0.continuation != nil }
      defer {
        state.entries.removeAll { $0.continuation != nil }
        state.roles = FunctionRoles()
      }
      return (waiting, state.wakeListener(), state.roles)
    }
    for entry in waiting { entry.continuation?.resume(returning: true) }
    if let listener { ScenarioQueue.wake(listener, returning: ()) }
  }

  /// Suspends until there is something that waits, or nothing will any more.
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
