extension Faked {
  /// Gives the result of a behavior the type that the method has; a Void method takes any.
  @inlinable
  func convertResult<Arguments, Output, Failure: Error, Result>(
    _ output: Output, of call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Result {
    if let result = output as? Result { return result }
    if Result.self == Void.self { return sameType((), as: Result.self) }
    return try instance.failResult(output, wanted: Result.self, call)
  }
}

extension FakeInstance {
  /// What a call does when it cannot be answered.
  ///
  /// A function that can throw any error throws it. Any other returns a natural default, where there
  /// is one and a scope to report the failure; else it stops the process with the same text.
  func fail<Output, Failure: Error>(
    _ error: FakedError, returning type: Output.Type, throwing: Failure.Type
  ) throws(Failure) -> Output {
    let scope = functions.withLock { $0.scope }
    if let failure = error as? Failure {
      if case .missingFunction = error { scope?.noteUntaught(error.message) }
      throw failure
    }
    guard let scope, let value = naturalDefault(of: type) else { fatalError(error.message) }
    scope.report(.init(error.message, at: nil))
    return value
  }

  @usableFromInline @inline(never)
  func failUntaught<Arguments, Output, Failure: Error>(
    _ call: UntaughtCall<Arguments, Output, Failure>, id: String?
  ) throws(Failure) -> Output {
    let function = call.started.function
    let (lessons, taught, unfinished) = functions.withLock { table in
      (
        function.lessons.map { ($0.site, $0.condition) }, table.functions.flatMap(\.taught),
        function.unfinished
      )
    }
    if let unfinished {
      return try fail(
        FailureMessage.emptyChain(function.label, taught: unfinished), returning: Output.self,
        throwing: Failure.self)
    }
    let missed = lessons.reversed().compactMap { site, condition in
      condition.map {
        MissedCondition(
          condition: $0.description, site: site, mismatches: $0.mismatches(call.arguments))
      }
    }
    let error = FailureMessage.untaught(
      function.label, id: id.map { "\\" + $0.drop { $0 != "." } },
      arguments: argumentList(call.arguments),
      isTyped: Arguments.self != Parameters.self, taught: taught, missed: missed)
    return try fail(error, returning: Output.self, throwing: Failure.self)
  }

  @usableFromInline @inline(never)
  func failAsyncBehavior<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Output {
    try fail(
      FailureMessage.asyncBehavior(call.function.label, taught: call.step?.site),
      returning: Output.self, throwing: Failure.self)
  }

  @usableFromInline @inline(never)
  func failResult<Arguments, Output, Failure: Error, Result>(
    _ output: Output, wanted: Result.Type, _ call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Result {
    try fail(
      FailureMessage.resultMismatch(
        call.function.label, result: flattened(output), wanted: wanted, taught: call.step?.site),
      returning: wanted, throwing: Failure.self)
  }

  /// Reserves the default name of a method for the line that forwards its calls.
  ///
  /// Throws `FakedError.invalidParameter` when another line uses the name already: `#function` gives
  /// two overloads one name, and their calls must not be mixed up.
  @usableFromInline
  func claim(_ name: String, for site: CallSite, of fake: Any.Type) throws {
    let owner = functions.withLock { table in
      let function = table.function(
        FunctionState<Parameters, Any?, any Error>.self, named: name, of: fake)
      if function.forwardedFrom == nil { function.forwardedFrom = site }
      return function.forwardedFrom
    }
    guard let owner, owner != site else { return }
    throw FailureMessage.sharedName(
      FunctionLabel(fake: fake, name: name), lines: [owner, site])
  }
}

/// The arguments of a call one by one, from the value or the tuple they are kept as.
package func argumentList(_ arguments: Any) -> [Any?] {
  if let parameters = arguments as? Parameters { return parameters.values }
  let mirror = Mirror(reflecting: arguments)
  return mirror.displayStyle == .tuple ? mirror.children.map { $0.value } : [arguments]
}
