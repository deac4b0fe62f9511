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
