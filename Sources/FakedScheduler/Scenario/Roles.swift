public import Faked

extension Faked {
  /// Excludes the calls of a function from explorations: none fails, waits, or returns something else.
  ///
  /// Use this for harmless calls, such as logging. Call it in the scenario, after you create the fake. Outside of
  /// an exploration it does nothing.
  ///
  /// ```swift
  /// library.exempt(\.borrow)
  /// ```
  ///
  /// See <doc:Faults>.
  ///
  /// - Parameter id: The ID of the function.
  public func exempt<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) {
    declare(self[keyPath: id]) { $0.isExempt = true }
  }

  /// Excludes the calls of a function with a `String` ID from explorations.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func exempt(_ id: KeyPath<Self, String>) {
    declare(self[keyPath: id]) { $0.isExempt = true }
  }

  /// Lets the calls of an async function continue in `exploreOrders` only if nothing else can.
  ///
  /// Use it for a function that waits for time to pass, such as a faked `sleep`: it then ends after everything
  /// that only computes. A `FakeClock` needs no declaration. Call it in the scenario, after you create the fake.
  /// Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.lastResort(\.find)
  /// ```
  ///
  /// See <doc:Faults>.
  ///
  /// - Parameter id: The ID of the function.
  public func lastResort<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>
  ) {
    declare(self[keyPath: id]) { $0.isLastResort = true }
  }

  /// Lets the calls of a function with a `String` ID continue in `exploreOrders` only if nothing else can.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func lastResort(_ id: KeyPath<Self, String>) {
    declare(self[keyPath: id]) { $0.isLastResort = true }
  }

  /// Names the errors with which `exploreFaults` makes calls of a function fail, one run for each.
  ///
  /// Without it, a call fails with the error that `exploreFaults` was given, or with an `InjectedFault`. Call it in
  /// the scenario, after you create the fake. Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.mayFail(\.find, with: Closed(), URLError(.timedOut))
  /// ```
  ///
  /// See <doc:Faults>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - error: An error that the function can throw.
  ///   - more: More errors that the function can throw.
  public func mayFail<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with error: E.Failure,
    _ more: E.Failure...
  ) {
    declare(self[keyPath: id]) { $0.errors = [error] + more }
  }

  /// Names the errors with which `exploreFaults` makes calls of a function with a `String` ID fail.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the function.
  ///   - error: An error.
  ///   - more: More errors.
  public func mayFail(
    _ id: KeyPath<Self, String>, with error: any Error, _ more: any Error...
  ) {
    declare(self[keyPath: id]) { $0.errors = [error] + more }
  }

  /// Names the values that `exploreResults` lets calls of a function return instead of their results.
  ///
  /// Each value is tried in one run. Without it, a call returns the natural default of its type or a similar value.
  /// Call it in the scenario, after you create the fake. Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.mayReturn(\.find, [], ["Emma"])
  /// ```
  ///
  /// See <doc:Faults>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - value: A value that the function can return.
  ///   - more: More values.
  public func mayReturn<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ value: Output,
    _ more: Output...
  ) {
    declare(self[keyPath: id]) { $0.values = [value] + more }
  }

  /// Names the values that `exploreResults` lets calls of a function with a `String` ID return.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the function.
  ///   - value: A value.
  ///   - more: More values.
  public func mayReturn(_ id: KeyPath<Self, String>, _ value: Any?, _ more: Any?...) {
    declare(self[keyPath: id]) { $0.values = ([value] + more).map { $0 as Any } }
  }

  private func declare(_ id: String, _ change: (inout FunctionRole) -> Void) {
    declare(NamedFunction.self, throwing: (any Error).self, id, change)
  }

  private func declare<each P, Output, E>(
    _ id: FunctionID<(repeat each P) -> Output, E>, _ change: (inout FunctionRole) -> Void
  ) {
    declare(
      FunctionState<(repeat each P), Output>.self, throwing: E.Failure.self, id.name, change)
  }

  /// Changes the role of a function in the exploration of the fake. Does nothing outside an exploration.
  private func declare<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output>.Type, throwing failure: Failure.Type, _ name: String,
    _ change: (inout FunctionRole) -> Void
  ) {
    let instance = instance
    instance.joinCurrentScope()
    guard let exploration = instance.state.scope?.exploration else { return }
    let function = instance.function(
      type, throwing: failure, named: name, of: Swift.type(of: self))
    exploration.declare(function, change)
  }
}

/// The declarations of a scenario about a function.
struct FunctionRole {
  /// Kept, so that no other function gets its address.
  let function: AnyFunctionState
  /// The errors with which its calls fail.
  var errors: [any Error] = []
  /// The values that its calls return instead of their results.
  var values: [Any] = []
  /// A Boolean value that indicates whether its calls continue only if nothing else can.
  var isLastResort = false
  /// A Boolean value that indicates whether explorations leave its calls alone.
  var isExempt = false
}
