// What a call does that no stub answers, or whose response does not fit its function.
extension Faked {
  /// Runs a call that nothing but a stub can answer.
  ///
  /// The closure is made here, where the types of the arguments are one type: one that keeps them as a
  /// pack gets wrong ones in a generic fake that is built with optimization.
  @usableFromInline @_transparent
  func run<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    on instance: FakeInstance
  ) throws(Failure) -> Output {
    try instance.run(
      call, arguments,
      unstubbed: { (call, arguments) throws(Failure) in try fail(call, arguments, on: instance) },
      convert: { (output, _) throws(Failure) in output })
  }

  /// Runs a call that the fake itself answers where no stub does.
  @usableFromInline @_transparent
  func run<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    on instance: FakeInstance, default behavior: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try instance.run(
      call, arguments,
      unstubbed: { (call, arguments) throws(Failure) in
        try instance.original(call, arguments, behavior)
      },
      convert: { (output, _) throws(Failure) in output })
  }

  /// What a call does that finds no stub.
  @usableFromInline @inline(never)
  func fail<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    on instance: FakeInstance
  ) throws(Failure) -> Output {
    try fail(call, arguments, on: instance) { naturalDefault(of: Output.self) }
  }

  /// The same for a function whose method returns another type than its stubs.
  @usableFromInline @inline(never)
  func fail<Arguments, Output, Failure: Error, Result>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    on instance: FakeInstance, as type: Result.Type
  ) throws(Failure) -> Output {
    try fail(call, arguments, on: instance) { naturalDefault(of: type).flatMap { $0 as? Output } }
  }

  private func fail<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    on instance: FakeInstance, default: () -> Output?
  ) throws(Failure) -> Output {
    let isTyped = Arguments.self != Parameters.self
    let id = idPath(of: call.function.name, in: self, isTyped: isTyped)
    return try instance.failUnstubbed(call, arguments, id: id, isTyped: isTyped, default: `default`)
  }
}

extension FakeInstance {
  /// Whether unstubbed calls return natural defaults without a report.
  fileprivate var isRelaxed: Bool {
    unstubbed == .default || state.withLock { $0.scope }?.isRelaxed == true
  }

  /// A fake that was made elsewhere belongs to the scope that it fails in.
  private func joinScopeOfFailure() {
    if state.withLock({ $0.scope == nil }) { joinCurrentScope() }
  }

  fileprivate func failUnstubbed<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, id: String?,
    isTyped: Bool, default: () -> Output?
  ) throws(Failure) -> Output {
    joinScopeOfFailure()
    if isRelaxed, let value = `default`() { return value }
    let (stubs, entries, emptyChain) = state.withLock { state in
      (
        state.functions.map { $0.stubs(onlyUnused: false) }, call.function.entries,
        call.function.emptyChain
      )
    }
    let label = call.function.label
    let id = id ?? (isTyped ? "\\.\(label.baseName)" : "\"\(label.name)\"")
    let answering = entries.reversed().filter { !$0.isEmpty }
      .compactMap { $0 as? StubEntry<Arguments, Output, Failure> }
    let error =
      if !answering.isEmpty {
        FailureMessage.missedStubs(
          label, id: id, arguments: argumentList(arguments), isVoid: Output.self == Void.self,
          missed(answering, by: call, arguments), of: answering.count, oldest: answering.last?.site)
      } else if let emptyChain {
        FailureMessage.emptyChain(label, stubbed: emptyChain)
      } else {
        FailureMessage.notStubbed(
          label, id: id, arguments: argumentList(arguments), isTyped: isTyped,
          stubs: stubs.joined().map { $0() })
      }
    return try fail(error, call, default: `default`)
  }

  /// The stubs of its function that did not answer a call, those first that fewest arguments kept from it.
  private func missed<Arguments, Output, Failure: Error>(
    _ stubs: [StubEntry<Arguments, Output, Failure>],
    by call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments
  ) -> [MissedStub] {
    let mismatches = Dictionary(call.details?.mismatches.map { ($0.stub, $0.bits) } ?? []) { $1 }
    let places = nearestPlaces(stubs.map { mismatches[$0.id] ?? 0 }, FailureMessage.mostLines)
    let label = call.function.label
    return places.map { place in
      let stub = stubs[place]
      guard let condition = stub.condition, let bits = mismatches[stub.id] else {
        return stub.withoutResponse(label)
      }
      return MissedStub(
        calls: condition.description(label), site: stub.site,
        reason: condition.texts(bits, arguments, label).joined(separator: "; "))
    }
  }

  /// What a call does whose response is for an async function, or says that there is no such call.
  @usableFromInline @inline(never)
  func failResponse<Arguments, Output, Failure: Error>(
    of call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Output {
    joinScopeOfFailure()
    let site = site(of: call)
    guard case .unexpected = call.response else {
      return try fail(FailureMessage.asyncBehavior(call.function.label, stubbed: site), call)
    }
    let error = FailureMessage.unexpectedCall(call.function.label, stubbed: site)
    // A failure of the test also where the error is one that the code under test may swallow.
    let scope = state.withLock { $0.scope }
    let isReported = error is Failure && scope?.hasEnded == false
    if isReported { scope?.report(.init(error.message, at: site)) }
    return try fail(error, call, isReported: isReported)
  }

  /// Gives a result of any one type the type that the method has; a Void method takes any.
  @inlinable
  func convert<Arguments, Output, Failure: Error, Result>(
    _ output: Output, of call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Result {
    if let result = output as? Result { return result }
    if let nothing = () as? Result { return nothing }
    return try failResult(output, wanted: Result.self, of: call)
  }

  @usableFromInline @inline(never)
  func failResult<Arguments, Output, Failure: Error, Result>(
    _ output: Output, wanted: Result.Type, of call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Result {
    let error = FailureMessage.resultMismatch(
      call.function.label, result: flattened(output), wanted: wanted,
      stubbed: site(of: call))
    return try fail(error, call)
  }

  /// The `when` line that answers a call, if the call is kept.
  private func site<Arguments, Output, Failure: Error>(
    of call: StartedCall<Arguments, Output, Failure>
  ) -> CallSite? {
    state.withLock { _ in call.function.site(ofCall: call.number) }
  }

  /// Ends a call that cannot be answered.
  ///
  /// A function that can throw any error throws it. Any other returns a natural default, where there
  /// is one and a scope to report the failure; else it stops the process with the same text.
  func fail<Arguments, CallOutput, Failure: Error, Output>(
    _ error: FakedError, _ call: StartedCall<Arguments, CallOutput, Failure>,
    isReported: Bool = false, default: () -> Output? = { naturalDefault(of: Output.self) }
  ) throws(Failure) -> Output {
    let scope = state.withLock { $0.scope }
    let isStraggler = call.details?.isStraggler == true || scope?.hasEnded == true
    let error =
      isStraggler
      ? FailureMessage.afterEnd(of: scope?.name, error, call.function.label) : error
    if let failure = error as? Failure {
      if !isReported { scope?.noteThrown(error, of: "\(call.function.label)") }
      throw failure
    }
    guard let scope, let value = `default`() else { fatalError(error.message) }
    if isStraggler {
      scope.noteStraggler(error.message)
    } else {
      scope.report(.init(error.message, at: nil))
    }
    return value
  }

  /// Reserves the default name of a method for the line that forwards its calls.
  ///
  /// Throws `FakedError.invalidParameter` when another line uses the name already: `#function` gives
  /// two overloads one name, and their calls must not be mixed up.
  @usableFromInline
  func claim(_ name: String, for site: CallSite, of fake: Any.Type) throws {
    let owner = state.withLock { state in
      let function = state.function(NamedFunction.self, named: name, of: fake, self)
      if function.forwardedFrom == nil { function.forwardedFrom = site }
      return function.forwardedFrom
    }
    guard let owner, owner != site else { return }
    let error = FailureMessage.sharedName(label(fake, name), lines: [owner, site])
    joinScopeOfFailure()
    state.withLock { $0.scope }?.noteThrown(error, of: "\(label(fake, name))")
    throw error
  }
}

extension StubEntry {
  /// Why it did not answer a call that its condition did not keep from it.
  fileprivate func withoutResponse(_ label: FunctionLabel) -> MissedStub {
    let faults = overlays.compactMap { overlay in
      if case .fault = overlay.kind { overlay.calls } else { nil }
    }
    let calls = hasResponses || faults.isEmpty ? "every call" : faults.joined(separator: ", ")
    let reason =
      if hasResponses {
        "the call came before this stub"
      } else if faults.isEmpty {
        "delays the call, has no response"
      } else {
        "this call is not one of them"
      }
    return MissedStub(
      calls: calls + (condition.map { " " + $0.phrase(label) } ?? ""), site: site, reason: reason)
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
