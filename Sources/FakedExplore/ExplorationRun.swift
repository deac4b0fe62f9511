import Faked

/// One run of an exploration: it decides about the calls of the fakes that the scenario makes.
package protocol ExplorationRun: CallInterceptor {
  /// Decides about a call of a run within this one.
  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision

  /// Takes what the scenario says about a function.
  func declare(_ role: FunctionRole, for function: AnyFunctionState)

  /// A Boolean value that indicates whether this is the first run of its exploration, which reports what is
  /// reported once.
  var isFirstRun: Bool { get }

  /// Returns a Boolean value that indicates whether an error comes from an injected fault.
  func expects(_ error: any Error) -> Bool

  /// The names of the steps that wait.
  var waitingSteps: [String] { get }

  /// Lets everything continue as it would without the exploration, so that the run ends.
  func stop()
}

extension ExplorationRun {
  package func decide(about call: InterceptedCall) -> CallDecision { decide(about: call, in: nil) }

  package func waitForEffect(
    of call: InterceptedCall, isolation: isolated (any Actor)?
  ) async throws {}

  package func waitForDelivery(
    of call: InterceptedCall, isolation: isolated (any Actor)?
  ) async throws {}

  package func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    output
  }

  package func expects(_ error: any Error) -> Bool { false }

  package var waitingSteps: [String] { [] }
}

extension TestScope {
  /// The run of an exploration that decides about the calls of the fakes.
  package var exploration: (any ExplorationRun)? { interceptor as? any ExplorationRun }
}

/// One run of an exploration within a run of another one.
///
/// A call has the same name in all runs, so that the outer exploration does the same to it.
package final class NestedRun: Sendable {
  /// What the runs of one exploration have in common.
  package final class Exploration: Sendable, Hashable {
    package init() {}

    package static func == (left: Exploration, right: Exploration) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Identifies a call in its run.
  package struct CallName: Hashable, Sendable {
    /// Kept, so that no later exploration takes its place in memory.
    let exploration: Exploration
    let text: String
    let count: Int
  }

  private let exploration: Exploration
  private let counts = Locked<[String: Int]>([:])

  package init(of exploration: Exploration) { self.exploration = exploration }

  /// Returns the name of the next call with that text.
  package func nameCall(_ text: String) -> CallName {
    let count = counts.withLock { counts in
      counts[text, default: 0] += 1
      return counts[text, default: 0]
    }
    return CallName(exploration: exploration, text: text, count: count)
  }
}
