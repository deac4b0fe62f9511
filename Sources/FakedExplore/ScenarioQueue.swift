import Dispatch
import Faked

/// Runs the tasks of a scenario one after the other, so that it can be seen when they all wait.
///
/// The scenario's own task, its child tasks and the actors they call run here. A `Task { }` of the code
/// under test and the main actor run elsewhere.
protocol ScenarioQueue: AnyObject, Sendable {
  /// Whether the code that asks runs here.
  var isCurrent: Bool { get }
  /// How many pieces of work there were so far.
  var jobCount: Int { get }
  func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>
  /// Suspends until nothing here can go on by itself.
  func waitUntilIdle() async
}

/// The queue for one run; nil on systems that let nobody choose where a task runs.
func makeScenarioQueue() -> (any ScenarioQueue)? {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    return ScenarioExecutor()
  }
  return nil
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ScenarioExecutor: TaskExecutor, ScenarioQueue {
  private struct State {
    var jobCount = 0
    var open = 0
    var listeners: [CheckedContinuation<Void, Never>] = []
  }

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "exploreOrders")

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }
  var jobCount: Int { state.withLock { $0.jobCount } }

  func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self) { await body() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in
      state.jobCount += 1
      state.open += 1
    }
    queue.async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.finishJob()
    }
  }

  private func finishJob() {
    let listeners = state.withLock { state in
      state.open -= 1
      guard state.open == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.resume() }
  }

  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.open > 0 { state.listeners.append(continuation) }
        return state.open == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
