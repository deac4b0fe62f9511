import Faked

/// A declaration of a scenario about a function.
package enum FunctionRole {
  /// The errors with which its calls fail.
  case fails([any Error])
  /// The values that its calls return instead of their results.
  case returns([Any])
  /// Its calls wait. If no function has this role, the calls of all async functions wait.
  case waits
  /// Its calls continue only if nothing else can.
  case isLastResort
  /// Explorations leave its calls alone.
  case isExempt
}

extension Faked {
  /// Declares the role of a function in the exploration of the fake. Does nothing outside an exploration.
  func declare<Arguments, Output, Failure: Error>(
    _ role: FunctionRole, _ type: FunctionState<Arguments, Output>.Type,
    throwing failure: Failure.Type, _ name: String
  ) {
    let instance = instance
    instance.joinCurrentScope()
    guard let exploration = instance.state.scope?.exploration else { return }
    let function = instance.function(
      type, throwing: failure, named: name, of: Swift.type(of: self))
    exploration.declare(role, for: function)
  }
}
