// The end of a call that has no response.
extension Call {
  /// The line of production code that made the call, if it was captured and the call is kept.
  @usableFromInline var capturedSite: CapturedSite? {
    instance.state.contents.withLock { [function, number] _ in function.callSite(ofCall: number) }
  }

  /// Records that the call ends now, because rendering its failure takes time.
  func recordEnd() {
    let now = monotonicNanoseconds()
    instance.state.contents.withLock { [function, number] _ in
      function.log.change(number) { $0.setEnd(now) }
    }
  }

  /// Ends a call that has no response.
  ///
  /// A function that can throw any error throws this error. Every other function returns a natural default and
  /// reports the failure to its scope. Without a scope or a natural default, the process stops.
  func fail<Result>(
    _ cause: FakeFailure, returning type: Any.Type = Result.self,
    default: () -> Result? = { naturalDefault(of: Result.self) }
  ) throws(Failure) -> Result {
    let reason = cause.ofCall
    let canBeExpected = function.canThrowFakedError && [.unstubbed, .unrecorded].contains(reason)
    let (scope, isExpected) = instance.state.contents.withLock { [function, number] contents in
      function.log.change(number) { $0.failure = reason }
      let isExpected = canBeExpected && contents.expectedUnstubbed[function.name] != nil
      if isExpected { contents.expectedUnstubbed[function.name]?.isMet = true }
      return (contents.life.scope, isExpected)
    }
    let isAfterEnd = observation == .afterEnd || scope?.hasEnded == true
    let error = (isAfterEnd ? .afterEnd(of: scope?.name, function.label, cause) : cause).error
    if let failure = error as? Failure {
      if !isExpected {
        scope?.recordThrown(
          error, of: function.label, calledAt: capturedSite,
          isUnstubbed: reason == .unstubbed)
      }
      throw failure
    }
    guard let scope, let value = `default`() else {
      fatalError("\(error.message)\n  \(reasonToStop(in: scope, returning: type))")
    }
    if isAfterEnd {
      scope.printNote(error.message)
    } else {
      scope.report(.init(error.message, at: nil, calledAt: capturedSite))
    }
    return value
  }

  /// The last line of a message that stops the process.
  private func reasonToStop(in scope: TestScope?, returning type: Any.Type) -> String {
    guard let scope else {
      let text =
        "The process stops, because the call can't throw FakedError and no scope can report the failure: stub the "
        + "function, or give the test a scope, with `.faked` or FakedTestCase."
      guard case .object = instance.identity else { return text }
      return text
        + " Write `let instanceId = FakeInstance()` in the fake, so that the fake belongs to the test that creates it."
    }
    let result = readableType(type)
    // Tuples, functions, and protocol types can't conform to a protocol.
    let isProtocol = "\(Swift.type(of: type))".hasSuffix(".Protocol") || result.hasPrefix("any ")
    let advice =
      isProtocol || result.contains("(")
      ? "stub it" : "stub it, or conform \(result) to FakedDefault"
    return
      "The process stops in \(scope.name), because the call can't throw FakedError and \(result) has no "
      + "natural default: \(advice)."
  }
}
