// The handling of calls to which no stub responds.
extension Faked {
  /// Fails a call to which no stub responds.
  @usableFromInline @inline(never)
  func failUnstubbed<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>
  ) throws(Failure) -> Output {
    try failUnstubbed(call, returning: Output.self)
  }

  /// Fails a call to which no stub responds, for a method whose result type differs from that of its stubs.
  @usableFromInline @inline(never)
  func failUnstubbed<Arguments, Output, Failure: Error, Result>(
    _ call: Call<Arguments, Output, Failure>, returning type: Result.Type
  ) throws(Failure) -> Output {
    call.recordEnd()
    let instance = call.instance
    instance.joinScopeOfFailure()
    func naturalResult() -> Output? { naturalDefault(of: type).flatMap { $0 as? Output } }
    if instance.isRelaxed, let value = naturalResult() { return value }
    let isTyped = Arguments.self != Parameters.self
    let id = idPath(of: call.function.name, in: self, isTyped: isTyped)
    return try call.fail(
      call.unstubbed(id: id, isTyped: isTyped), returning: type, default: naturalResult)
  }

  /// Reserves the name of a method for the line that forwards its calls.
  ///
  /// - Throws: `FakedError.invalidParameter` if another line uses the name: `#function` gives two overloads
  ///   one name, and their calls must not be mixed up.
  @usableFromInline
  func claim(_ name: String, for site: SourceLine) throws {
    let (instance, fake) = (instance, type(of: self))
    let owner = instance.state.contents.withLock { contents in
      let function = contents.function(NamedFunction.self, named: name, of: fake, instance)
      if function.forwardedFrom == nil { function.forwardedFrom = site }
      return function.forwardedFrom
    }
    guard let owner, owner != site else { return }
    let label = instance.label(fake, name)
    let error = FakeFailure.sharedName(label, sites: [owner, site]).error
    instance.joinScopeOfFailure()
    instance.state.scope?.recordThrown(error, of: label)
    throw error
  }

  /// Declares that the test expects unstubbed calls of a function, so that the end of the scope doesn't report them.
  ///
  /// An unstubbed call still throws `FakedError.missingFunction`. Use this for a test of how the code under test
  /// handles such an error. It has no effect on a function that can't throw this error: an unstubbed call of such a
  /// function fails the test.
  ///
  /// ```swift
  /// library.expectUnstubbed(\.borrow)
  /// #expect(throws: FakedError.self) { try library.borrow("Emma", days: 7) }
  /// ```
  ///
  /// See <doc:Scopes>.
  ///
  /// - Parameters:
  ///   - id: A `FunctionID` or a `String` ID of the fake.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func expectUnstubbed(
    _ id: KeyPath<Self, some FunctionName>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let name = self[keyPath: id].description
    let site = SourceLine(fileID, filePath, line, column)
    instance.joinCurrentScope()
    let expectation = UnstubbedExpectation(
      function: instance.label(type(of: self), name), site: site)
    instance.state.contents.withLock { $0.expectedUnstubbed[name] = expectation }
  }
}

extension FakeInstance {
  /// A Boolean value that indicates whether unstubbed calls return natural defaults without a report.
  fileprivate var isRelaxed: Bool { unstubbed == .relaxed || state.scope?.isRelaxed == true }
}

extension Call {
  /// Returns the failure of an unstubbed call, with the stubs that exist.
  fileprivate func unstubbed(id: String?, isTyped: Bool) -> FakeFailure {
    let (summaries, stubs, unfinished) = instance.state.contents.withLock { contents in
      (
        contents.functions.map { $0.stubs(onlyUnused: false) },
        function.stubs.filter { !$0.isUnfinished }.map(SkippedStub.init), function.unfinishedStub
      )
    }
    if stubs.isEmpty, let unfinished { return .unfinishedChain(function.label, chain: unfinished) }
    let label = function.label
    return .unstubbed(
      UnstubbedCall(
        function: label, id: id ?? (isTyped ? "\\.\(label.baseName)" : "\"\(label.name)\""),
        arguments: argumentList(arguments), site: capturedSite?.site, isTyped: isTyped,
        parameterTypes: isTyped
          ? TupleType(Arguments.self)?.elements.map(\.type) ?? [Arguments.self] : argumentTypes,
        isVoid: Output.self == Void.self,
        stubs: stubs.isEmpty
          ? .other(summaries.joined().map { $0() })
          : .missed(missed(stubs.reversed()), total: stubs.count, oldest: stubs.first?.site),
        stubOfOtherFake: stubOfOtherFake))
  }

  /// The types of the arguments of a call by name.
  private var argumentTypes: [Any.Type] {
    argumentList(arguments).map { $0.map { type(of: $0) } ?? Optional<Any>.self }
  }

  /// A stub of the function on another fake of the same type in the test.
  private var stubOfOtherFake: StubSummary? {
    let others = instance.state.scope?.others(like: instance, of: function.label.fake) ?? []
    return others.lazy.flatMap { [function] in
      $0.state.map(named: function.name) { $0.stubs(onlyUnused: false) }.joined()
    }.first?()
  }

  /// Returns the nearest stubs that did not respond, fewest mismatches first.
  private func missed(_ stubs: [SkippedStub<Arguments>]) -> [MissedStub] {
    let mismatches = Dictionary(details?.mismatches.map { ($0.stub, $0.bits) } ?? []) { $1 }
    let label = function.label
    return nearestIndices(stubs.map { mismatches[$0.id] ?? 0 }, 20).map { position in
      let stub = stubs[position]
      guard let condition = stub.condition, let bits = mismatches[stub.id] else {
        return stub.withoutResponse(label)
      }
      return MissedStub(
        calls: condition.description(label), site: stub.site,
        reason: .mismatches(condition.texts(bits, arguments, label)))
    }
  }
}

/// A stub that did not respond to a call. A copy, because the stub may change while the message is created.
private struct SkippedStub<Arguments> {
  let id: Int32
  let site: SourceLine
  let condition: Condition<Arguments>?
  private let hasResponses: Bool
  private let faultyCalls: [String]

  init<Output, Failure>(_ stub: StoredStub<Arguments, Output, Failure>) {
    (id, site, condition) = (stub.id, stub.site, stub.condition)
    (hasResponses, faultyCalls) = (stub.hasResponses, stub.faultyCalls)
  }

  /// Explains why the stub did not respond to a call that met its condition.
  func withoutResponse(_ label: FunctionLabel) -> MissedStub {
    let calls =
      hasResponses || faultyCalls.isEmpty ? "every call" : faultyCalls.joined(separator: ", ")
    let reason: MissedStub.Reason =
      if hasResponses {
        .callCameFirst
      } else if faultyCalls.isEmpty {
        .delaysOnly
      } else {
        .notThisCall
      }
    return MissedStub(
      calls: calls + (condition.map { " " + $0.phrase(label) } ?? ""), site: site, reason: reason)
  }
}
