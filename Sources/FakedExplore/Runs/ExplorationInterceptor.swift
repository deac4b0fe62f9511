import Faked

/// One run of an exploration. Decides about the calls of the fakes that the scenario makes.
package protocol ExplorationInterceptor: CallInterceptor {
  /// Decides about a call of a run within this one.
  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision

  /// The declarations of the scenario about functions.
  var roles: FunctionRoles { get }

  /// Takes a declaration of the scenario about a function.
  func declare(_ role: FunctionRole, for function: AnyFunctionState)

  /// Suspends a step until the exploration lets it run.
  func waitForStep(_ name: String, isolation: isolated (any Actor)?) async

  /// A Boolean value that indicates whether this is the first run of its exploration. Only the first run reports a
  /// problem that all runs have.
  var isFirstRun: Bool { get }

  /// Returns a Boolean value that indicates whether an error comes from the exploration.
  func expects(_ error: any Error) -> Bool
}

extension ExplorationInterceptor {
  package func decide(about call: InterceptedCall) -> CallDecision { decide(about: call, in: nil) }

  package func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    roles.declare(role, for: function)
  }

  package func waitForStep(_ name: String, isolation: isolated (any Actor)?) async {}

  package func waitForEffect(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws {}

  package func waitForDelivery(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws {}

  package func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    output
  }

  package func expects(_ error: any Error) -> Bool { false }
}

extension TestScope {
  /// The run of an exploration that decides about the calls of the fakes.
  package var exploration: (any ExplorationInterceptor)? {
    interceptor as? any ExplorationInterceptor
  }
}

/// One run of an exploration within a run of another one.
///
/// A call has the same name in all runs, so that the outer exploration treats it in the same way in each of them.
package final class NestedRun: Sendable {
  /// Identifies the runs of one exploration.
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

/// The calls of a run by their places. A call in nested runs has the same place in all of them.
struct CallPlaces<Call> {
  /// The calls, in order.
  var calls: [Call] = []
  private var places: [NestedRun.CallName: Int] = [:]

  /// The place of a call in an earlier nested run.
  subscript(name: NestedRun.CallName?) -> Int? { name.flatMap { places[$0] } }

  /// Gives the next place to a call.
  mutating func add(_ call: Call, _ name: NestedRun.CallName?) -> Int {
    if let name { places[name] = calls.count }
    calls.append(call)
    return calls.count - 1
  }
}
