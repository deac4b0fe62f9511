import Faked

/// Decides about the calls of one run of an exploration, and makes the calls and the steps events of its scheduler.
///
/// An async call is two events: its effect, when the stub runs, and its delivery, when the caller gets the response. If the
/// stub is a constant, the effect has no order, and the two are one event.
package final class RunCalls: CallInterceptor {
  /// The facts about the calls of a run.
  struct Facts: Sendable {
    /// A Boolean value that indicates whether a fake of the run was called, or a step began.
    var sawCalls = false
    /// A Boolean value that indicates whether a call was made of a function that is not exempt.
    var sawOwnCall = false
    /// A Boolean value that indicates whether a canceled task made a call, or was canceled during one.
    var sawCanceledCall = false
    /// The calls that can fail or whose results can be replaced, in order, as texts.
    var texts: [String] = []
    var faultyCalls: [FaultyCall] = []
    /// The results of the choices of results, in order.
    var results: [CallResult] = []
    /// The error that the exploration throws because a function can't throw the error of a fault.
    var unfitError: ExplorationError?
  }

  private struct State {
    var facts = Facts()
    /// The declarations of the scenario about functions.
    var roles: [ObjectIdentifier: FunctionRole] = [:]
    /// The latest call of each task.
    var latestCalls: [String: UncheckedSendable<any InterceptedCall>] = [:]
  }

  private let plan: Explorer.Plan
  private let outside: OutsideUse
  private let state = Locked(State())

  init(_ plan: Explorer.Plan, _ outside: OutsideUse) {
    self.plan = plan
    self.outside = outside
  }

  var facts: Facts { state.withLock { $0.facts } }

  /// Returns a Boolean value that indicates whether an error of the scenario comes from the exploration.
  func expects(_ error: any Error) -> Bool {
    plan.budget.cancellations > 0 && carries(error) { $0 is CancellationError }
      || facts.faultyCalls.contains { $0.explains(error) }
  }

  /// Forgets the objects of the scenario, and returns the facts.
  func end() -> Facts { state.replace(by: State()).facts }

  // MARK: - Roles

  /// Returns what the scenario declared about a function.
  private func role(of function: AnyFunctionState) -> FunctionRole {
    state.withLock { $0.roles[ObjectIdentifier(function)] } ?? FunctionRole(function: function)
  }

  /// Changes what the scenario declares about a function.
  func declare(_ function: AnyFunctionState, _ change: (inout FunctionRole) -> Void) {
    var role = role(of: function)
    change(&role)
    // The replaced values belong to the user, and must not be released under the lock.
    _ = state.withLock { [role] in $0.roles.updateValue(role, forKey: ObjectIdentifier(function)) }
  }

  // MARK: - Calls

  package func addOutsideCall(of owner: String) {
    outside.fakes.withLock { _ = $0.insert(owner) }
  }

  package func addOutsideClock() { outside.hasClock.withLock { $0 = true } }

  /// The decision about one call.
  private struct Decision {
    let role: FunctionRole
    /// The fault to inject, if the function can throw its error.
    var fault: (error: any Error, kind: FaultKind)?
    /// A Boolean value that indicates whether an async call waits before its effect.
    var waitsForEffect = false
    /// A Boolean value that indicates whether an async call waits before its delivery.
    var waitsForDelivery = false
    /// A Boolean value that indicates whether the result may be replaced.
    var replacesResult = false
    /// The call, if it returns a stream that may fail.
    var stream: NumberedCall?

    /// Throws the fault at its moment.
    func throwFault(_ kind: FaultKind) throws {
      if let fault, fault.kind == kind { throw fault.error }
    }
  }

  package func perform<Output>(
    _ call: any InterceptedCall, _ respond: () throws -> Output
  ) throws -> Output {
    let decision = decide(about: call, canSuspend: false)
    try decision.throwFault(.beforeEffect)
    let output = try respond()
    try decision.throwFault(.afterEffect)
    return result(output, of: call, decision)
  }

  package func perform<Output>(
    _ call: any InterceptedCall, isolation: isolated (any Actor)?,
    _ respond: () async throws -> Output
  ) async throws -> Output {
    let decision = decide(about: call, canSuspend: true)
    var (isDelivered, throwsLate) = (false, false)
    if decision.waitsForEffect {
      let ending = try await wait(for: .effect, of: call, decision, isolation: isolation)
      // The effect of a canceled call decides how the call ends.
      isDelivered = Task.isCancelled && call.anyFunction.canThrow(CancellationError())
      throwsLate = ending == .happensAndThrows
    }
    try decision.throwFault(.beforeEffect)
    let output: Output
    do {
      output = try await respond()
    } catch {
      // If the call waited for its effect, an error is a part of the effect.
      if decision.waitsForDelivery, !decision.waitsForEffect {
        _ = try await wait(for: .delivery, of: call, decision, isolation: isolation)
      }
      throw error
    }
    if throwsLate { throw CancellationError() }
    if decision.waitsForDelivery, !isDelivered {
      _ = try await wait(for: .delivery, of: call, decision, isolation: isolation)
    }
    try decision.throwFault(.afterEffect)
    return result(output, of: call, decision)
  }

  private func decide(about call: any InterceptedCall, canSuspend: Bool) -> Decision {
    let function = call.anyFunction
    CodePlace.add(function.label.fake)
    var decision = Decision(role: role(of: function))
    record(call, isExempt: decision.role.isExempt)
    if decision.role.isExempt { return decision }
    if let faults = plan.faults {
      let returnsStream = isFailingStream(call.output)
      if function.failure != Never.self || returnsStream {
        let numbered = addText(of: call)
        decision.stream = returnsStream ? numbered : nil
        decision.fault = chooseFault(of: call, numbered, decision.role, faults)
      }
    }
    decision.replacesResult = plan.replacesResults && call.output != Void.self
    if canSuspend {
      let kind = call.responseKind
      decision.waitsForEffect = kind == .varies || decision.fault?.kind == .beforeEffect
      decision.waitsForDelivery = kind != .held
    }
    return decision
  }

  private func record(_ call: any InterceptedCall, isExempt: Bool) {
    let isCancelled = Task.isCancelled
    let task = Scheduler.current?.titleOfCurrentTask
    let latest = UncheckedSendable<any InterceptedCall>(call)
    // The replaced call may keep objects of the user.
    _ = state.withLock { state in
      state.facts.sawCalls = true
      if isCancelled { state.facts.sawCanceledCall = true }
      if !isExempt { state.facts.sawOwnCall = true }
      return task.flatMap { state.latestCalls.updateValue(latest, forKey: $0) }
    }
  }

  /// A call that can fail, with its number, from 1.
  fileprivate typealias NumberedCall = (number: Int, text: String)

  private func addText(of call: any InterceptedCall) -> NumberedCall {
    let text = call.anyFunction.label.call(call.argumentValues)
    return state.withLock { state in
      state.facts.texts.append(text)
      return (state.facts.texts.count, text)
    }
  }

  private func chooseFault(
    of call: any InterceptedCall, _ numbered: NumberedCall, _ role: FunctionRole,
    _ faults: FaultOptions
  ) -> (error: any Error, kind: FaultKind)? {
    let function = call.anyFunction
    if function.failure == Never.self { return nil }
    let label = function.label
    var errors = role.errors
    if errors.isEmpty {
      errors = [faults.error ?? InjectedFault()]
      if !function.canThrow(errors[0]) {
        let unfit = ExplorationError.unfitError(
          label, "call \(numbered.number), \(numbered.text)", failure: function.failure,
          error: faults.error)
        state.withLock { $0.facts.unfitError = $0.facts.unfitError ?? unfit }
        return nil
      }
    }
    let options = errors.flatMap { error in
      FaultKind.allCases.filter(faults.kinds.contains).map { (error: error, kind: $0) }
    }
    let names = options.indices.map { "\(label.name) fails \($0)" }
    let chosen = Scheduler.current?.choose(.fault, among: ["\(label.name) succeeds"] + names) ?? 0
    if chosen == 0 { return nil }
    let (error, kind) = options[chosen - 1]
    addFault(.call(kind), error, of: numbered, at: call.capturedSite)
    return (error, kind)
  }

  private func addFault(
    _ moment: FaultyCall.Moment, _ error: any Error, of call: NumberedCall, at site: CapturedSite?
  ) {
    let faulty = FaultyCall(
      number: call.number, call: call.text, error: error, moment: moment, site: site)
    state.withLock { $0.facts.faultyCalls.append(faulty) }
    Scheduler.current?.addToStory("\(faulty)")
  }

  private func result<Output>(
    _ output: Output, of call: any InterceptedCall, _ decision: Decision
  ) -> Output {
    if decision.replacesResult { return replacedResult(output, of: call, decision.role.values) }
    guard let stream = decision.stream else { return output }
    let name = call.anyFunction.label.name
    let error = plan.faults?.error ?? decision.role.errors.first ?? InjectedFault()
    let site = call.capturedSite
    return failing(output, with: error) { [weak self] elements in
      let chosen = Scheduler.current?.choose(
        .fault, among: ["\(name) continues", "\(name) fails after \(elements)"])
      guard let self, chosen == 1 else { return false }
      addFault(.element(elements), error, of: stream, at: site)
      return true
    }
  }

  private func replacedResult<Output>(
    _ output: Output, of call: any InterceptedCall, _ named: [Any]
  ) -> Output {
    guard let others = otherResults(than: output, named: named) else { return output }
    let label = call.anyFunction.label
    let text = label.call(call.argumentValues)
    let result = CallResult(
      call: text, type: Output.self == Any?.self ? "its type" : readableType(Output.self),
      value: readable(output), others: others.map { readable($0) },
      lacksOtherValue: others.isEmpty || (named.isEmpty && others.allSatisfy { isNil($0) }),
      site: call.capturedSite)
    let names = ["\(label.name) returns"] + others.indices.map { "\(label.name) returns \($0)" }
    guard let chosen = Scheduler.current?.choose(.result, among: names) else { return output }
    state.withLock { $0.facts.results.append(result) }
    return chosen == 0 ? output : others[chosen - 1]
  }

  // MARK: - Events

  /// Waits for an event of a call.
  ///
  /// - Throws: `CancellationError` if the call is canceled instead.
  private func wait(
    for kind: ScheduledEvent.Kind, of call: any InterceptedCall, _ decision: Decision,
    isolation: isolated (any Actor)?
  ) async throws -> EventEnding {
    // If the stub throws, the effect ends the call, unless a fault after its effect does.
    let endsCall = kind == .delivery || decision.fault?.kind != .afterEffect
    let label = call.anyFunction.label
    let usualVerb = kind == .effect ? "takes effect" : "returns"
    // Only the task of the run formats the call, after the run.
    let sentCall = UncheckedSendable<any InterceptedCall>(call)
    let event = ScheduledEvent(
      kind, name: "\(label.name) \(usualVerb)", isLastResort: decision.role.isLastResort,
      reactsToCancellation: call.anyFunction.canThrow(CancellationError())
    ) {
      let call = sentCall.value
      var verb = usualVerb
      if endsCall, let error = call.error, !(error is CancellationError) {
        verb = "throws \(readableError(error))"
      }
      return EventDescription(
        subject: label.call(call.argumentValues), verb: verb, site: call.capturedSite?.site)
    }
    let ending = await Scheduler.current?.wait(for: event, isolation: isolation) ?? .happens
    if Task.isCancelled { state.withLock { $0.facts.sawCanceledCall = true } }
    if ending == .isCanceled { throw CancellationError() }
    return ending
  }

  /// Suspends a step until the exploration lets it run.
  package func waitForStep(_ name: String, isolation: isolated (any Actor)?) async {
    state.withLock { $0.facts.sawCalls = true }
    let event = ScheduledEvent(.step, name: "step \(name)") {
      EventDescription(subject: "step \"\(name)\"")
    }
    await Scheduler.current?.wait(for: event, isolation: isolation)
  }

  /// Describes the tasks whose latest call threw an error, and that have not been seen since: they may have ended by
  /// throwing it, and nobody may have noticed.
  func errorsThatEndedTasks(_ run: ScenarioRun) -> [String] {
    let waiting = Set(run.leftoverTasks.map(\.title))
    return state.withLock { $0.latestCalls }.sorted { $0.key < $1.key }.compactMap { task, call in
      guard !waiting.contains(task), let error = call.value.error, !(error is CancellationError)
      else { return nil }
      let text = call.value.anyFunction.label.call(call.value.argumentValues)
      return "\(task) has run no more code since \(text) threw \(readableError(error))"
        + (call.value.capturedSite?.site.map { " (\($0))" } ?? "")
    }
  }
}

extension Scheduler {
  /// Chooses an option for the running job. Returns `nil` if the job doesn't belong to a run that is guided.
  func choose(_ kind: Choice.Kind, among names: [String]) -> Int? {
    guard ActiveSchedulers.onThisThread === self else { return nil }
    let options = names.map { Option(name: StableName($0)) }
    return state.withLock { state in
      state.phase == .running ? state.choose(kind, among: options, cost: 1) : nil
    }
  }

  func addToStory(_ text: String) { state.withLock { $0.run.story.add(text) } }
}

extension TestScope {
  /// The run of an exploration that decides about the calls of the fakes.
  package var exploration: RunCalls? { interceptor as? RunCalls }
}
