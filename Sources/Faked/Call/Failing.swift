extension Faked {
  /// Gives the result of a behavior the type that the method has; a Void method takes any.
  ///
  /// A result of any type, as a function known by a String gives it, is mostly of just the right one.
  @inlinable
  func convertResult<Result>(
    anyOutput output: Any?, of call: StartedCall<Parameters, Any?, any Error>,
    on instance: FakeInstance, named name: String
  ) throws -> Result {
    if case let value? = output, let result = exactly(value, as: Result.self) { return result }
    return try convertResult(output, of: call, on: instance, named: name)
  }

  /// Gives a result of any one type the type that the method has.
  @inlinable
  func convertResult<Arguments, Output, Failure: Error, Result>(
    _ output: Output, of call: StartedCall<Arguments, Output, Failure>, on instance: FakeInstance,
    named name: String
  ) throws(Failure) -> Result {
    if let result = output as? Result { return result }
    if Result.self == Void.self { return sameType((), as: Result.self) }
    return try instance.failResult(
      output, wanted: Result.self, call, label(name))
  }

  /// How failure texts name a function of this fake.
  @usableFromInline @inline(never)
  func label(_ name: String) -> FunctionLabel { FunctionLabel(fake: type(of: self), name: name) }

  /// What a call does that finds nothing taught; it ends on the instance it began on, which a tear-down
  /// meanwhile may have taken out of the registry.
  @usableFromInline @inline(never)
  func failUntaught<Arguments, Output, Failure: Error>(
    _ call: UntaughtCall<Arguments, Output, Failure>, of instance: FakeInstance, _ name: String
  ) throws(Failure) -> Output {
    let isTyped = Arguments.self != Parameters.self
    return try instance.failUntaught(
      call, label(name), id: idPath(of: name, in: self, isTyped: isTyped), isTyped: isTyped)
  }
}

/// The value if its type is that one and no other: a fifth of the time that `as?` takes.
@inlinable
func exactly<Wanted>(_ value: Any, as type: Wanted.Type) -> Wanted? {
  func opened<Value>(_ value: Value) -> Wanted? {
    Value.self == type ? sameType(value, as: type) : nil
  }
  return opened(value)
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

  fileprivate func failUntaught<Arguments, Output, Failure: Error>(
    _ call: UntaughtCall<Arguments, Output, Failure>, _ label: FunctionLabel, id: String?,
    isTyped: Bool
  ) throws(Failure) -> Output {
    let (taught, candidates, unfinished) = functions.withLock { table in
      let function = table.function(of: call.started)
      return (
        table.functions.flatMap(\.taught), function?.makeCandidates() ?? [], function?.unfinished
      )
    }
    if let unfinished {
      return try fail(
        FailureMessage.emptyChain(label, taught: unfinished), returning: Output.self,
        throwing: Failure.self)
    }
    let missed = candidates.compactMap { candidate in
      candidate.condition.map {
        MissedCondition(
          condition: $0.description, site: candidate.lesson.site,
          mismatches: $0.mismatches(call.arguments))
      }
    }
    let error = FailureMessage.untaught(
      label, id: id ?? (isTyped ? "\\.\(label.name)" : nil),
      arguments: argumentList(call.arguments), isTyped: isTyped, taught: taught, missed: missed)
    return try fail(error, returning: Output.self, throwing: Failure.self)
  }

  @usableFromInline @inline(never)
  func failAsyncBehavior<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, named name: String, of fake: Any.Type
  ) throws(Failure) -> Output {
    try fail(
      FailureMessage.asyncBehavior(
        FunctionLabel(fake: fake, name: name), taught: site(of: call)),
      returning: Output.self, throwing: Failure.self)
  }

  @usableFromInline @inline(never)
  func failResult<Arguments, Output, Failure: Error, Result>(
    _ output: Output, wanted: Result.Type, _ call: StartedCall<Arguments, Output, Failure>,
    _ label: FunctionLabel
  ) throws(Failure) -> Result {
    try fail(
      FailureMessage.resultMismatch(
        label, result: flattened(output), wanted: wanted, taught: site(of: call)),
      returning: wanted, throwing: Failure.self)
  }

  /// The line that taught what answers a call.
  private func site<Arguments, Output, Failure: Error>(
    of call: StartedCall<Arguments, Output, Failure>
  ) -> CallSite? {
    functions.withLock { table in
      guard call.siteIndex >= 0 else { return nil }
      return table.function(of: call)?.sites[Int(call.siteIndex)]
    }
  }

  /// Reserves the default name of a method for the line that forwards its calls.
  ///
  /// Throws `FakedError.invalidParameter` when another line uses the name already: `#function` gives
  /// two overloads one name, and their calls must not be mixed up.
  @usableFromInline
  func claim(_ name: String, for site: CallSite, of fake: Any.Type) throws {
    let owner = functions.withLock { table in
      let function = table.function(
        NamedFunction.self, named: name, of: fake)
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
  // Not by `as?` alone, which takes an empty array of any type for one of parameters.
  if type(of: arguments) == Parameters.self, let parameters = arguments as? Parameters {
    return parameters.map(\.value)
  }
  let mirror = Mirror(reflecting: arguments)
  return mirror.displayStyle == .tuple ? mirror.children.map { $0.value } : [arguments]
}
