/// What decides about the calls of the fakes of one run of an exploration, before they are answered.
package protocol CallObserver: AnyObject, Sendable {
  /// Decides how a call goes on; `canWait` says whether its function may suspend, and `run` which run of
  /// an exploration within this one it belongs to.
  func observe<Arguments, Output, Failure: Error>(
    _ call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool,
    in run: InnerRun?
  )

  /// Suspends an async call that was told to wait, until it is to go on.
  func wait<Failure: Error>(
    for call: CallKey, throwing: Failure.Type, isolation: isolated (any Actor)?
  ) async throws(Failure)

  /// Gives what a call returns instead of its answer; asked for calls that it was told to alter.
  func answer<Output, Failure: Error>(
    _ output: Output, to call: CallKey, throwing: Failure.Type
  ) throws(Failure) -> Output

  /// Takes what the scenario says of a function.
  func declare(_ role: FunctionRole, for function: AnyFunctionState)

  /// Whether it is the first run of its exploration, which says what is to be said once.
  var isFirstRun: Bool { get }

  /// Whether an error comes from what it made fail.
  func expects(_ error: any Error) -> Bool

  /// The steps that wait, by their names.
  var waitingSteps: [String] { get }

  /// Lets everything go on as it would without the exploration, so that the run ends.
  func stop()
}

/// What a scenario says of a function, for explorations.
package enum FunctionRole {
  /// What its calls fail with.
  case fails([any Error])
  /// What its calls return instead of their results.
  case returns([Any])
  /// Its calls wait; where no function has this role, those of all async functions do.
  case waits
  /// An exploration leaves its calls alone.
  case isExempt
  /// Its calls can change places with others of this role.
  case isIndependent
}

/// One run of an exploration that is itself within a run of another one.
///
/// The calls of all its runs have the same names, so that the outer exploration does the same to them.
package final class InnerRun: Sendable {
  /// What the runs of one exploration have in common.
  package final class Exploration: Sendable, Hashable {
    package init() {}

    package static func == (left: Exploration, right: Exploration) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// What tells a call from all others of its run.
  package struct CallName: Hashable, Sendable {
    /// Kept, so that no later one takes its place in memory.
    let exploration: Exploration
    let text: String
    let count: Int
  }

  private let exploration: Exploration
  private let counts = Locked<[String: Int]>([:])

  package init(of exploration: Exploration) { self.exploration = exploration }

  /// Names the next call that is written so.
  package func nameCall(_ text: String) -> CallName {
    let count = counts.withLock { counts in
      counts[text, default: 0] += 1
      return counts[text, default: 0]
    }
    return CallName(exploration: exploration, text: text, count: count)
  }
}

/// Who has to know of the calls of an instance.
struct CallWatch {
  /// Those who wait for calls.
  var signals: [CallSignal] = []
  /// The exploration that the calls belong to.
  var observer: (any CallObserver)?
  /// The recording that its own behaviors belong to.
  var recorder: (any CallRecorder)?
  /// When the scope of the fake ended, if it has.
  var end: ContinuousClock.Instant?

  var isNeeded: Bool {
    !signals.isEmpty || observer != nil || recorder != nil || end != nil
  }
}

extension FakeInstance {
  /// Tells those who wait of a call, and lets an exploration decide how it goes on.
  ///
  /// `again` makes the call anew, where a fake that outlived its scope is used in another.
  @usableFromInline @inline(never)
  func observe<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool,
    again: () -> StartedCall<Arguments, Output, Failure>
  ) -> StartedCall<Arguments, Output, Failure> {
    var call = call
    let watch = state.withLock { $0.watch }
    if watch.end != nil {
      // Also where another thread has just done so.
      joinCurrentScope()
      if state.withLock({ $0.watch.end == nil }) { return again() }
      call.details = CallDetails()
      call.details?.isStraggler = true
    }
    if let recorder = watch.recorder {
      call.details = call.details ?? CallDetails()
      call.details?.recorder = recorder
    }
    for signal in watch.signals { signal.send() }
    watch.observer?.observe(&call, arguments, canWait: canWait, in: nil)
    return call
  }
}
