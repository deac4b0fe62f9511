// The handling of calls whose response does not fit their function.
extension Call {
  /// Fails a call whose response is for an async function, or whose stub allows no further call.
  @usableFromInline @inline(never)
  func failUnusableResponse() throws(Failure) -> Output {
    recordEnd()
    instance.joinScopeOfFailure()
    guard case .respond(.fail) = plan else {
      return try fail(
        .asyncResponse(function.label, stub: siteOfDelay ?? site, plan.kindOfAsyncResponse))
    }
    return try fail(.unexpectedCall(function.label, stub: site, calledAt: capturedSite?.site))
  }

  /// Returns the result as the type that the method has. A Void method accepts any result.
  @inlinable
  func convert<Result>(_ output: Output) throws(Failure) -> Result {
    if let result = output as? Result { return result }
    if let nothing = () as? Result { return nothing }
    return try failResult(output)
  }

  @usableFromInline @inline(never)
  func failResult<Result>(_ output: Output) throws(Failure) -> Result {
    try fail(
      .resultMismatch(
        function.label, result: unwrappingOptionals(output), wanted: Result.self, stub: site))
  }

  /// The `when` line that responds to the call, if the call is kept.
  private var site: SourceLine? {
    instance.state.contents.withLock { [function, number] _ in function.site(ofCall: number) }
  }

  /// The `when` line of the stub that delays the call, if it has no other response.
  private var siteOfDelay: SourceLine? {
    details?.delay.flatMap { stub in
      instance.state.contents.withLock { [function] _ in function.site(ofStub: stub) }
    }
  }
}

extension CallPlan {
  fileprivate var kindOfAsyncResponse: AsyncResponseKind {
    switch self {
    case .respond(.hold): .hold
    case .respond(.delayed): .delay
    default: .behavior
    }
  }
}
