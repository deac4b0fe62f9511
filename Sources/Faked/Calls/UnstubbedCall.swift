// Calls that fail: no stub responds, or the response doesn't fit the function.
extension Faked {
  /// Fails a call to which no stub responds.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - mismatches: The stubs whose conditions did not hold.
  ///   - type: The result type of the method, which may differ from that of its stubs.
  @usableFromInline @inline(never)
  func failUnstubbed<Arguments, Output>(
    _ call: Call<Arguments, Output>, _ mismatches: [Call<Arguments, Output>.Mismatch],
    returning type: Any.Type
  ) throws -> Output {
    call.recordEnd()
    let instance = call.instance
    instance.joinScopeOfFailure()
    func naturalResult() -> Output? {
      type == Output.self ? naturalDefault(of: Output.self) : naturalDefaultOfAny(type) as? Output
    }
    let isRelaxed = instance.unstubbed == .relaxed || instance.state.scope?.isRelaxed == true
    if isRelaxed, let value = naturalResult() { return value }
    let isTyped = Arguments.self != Parameters.self
    let id = idPath(of: call.function.name, in: self, isTyped: isTyped)
    return try call.fail(
      call.unstubbed(mismatches, id: id, isTyped: isTyped), returning: type, default: naturalResult)
  }
}

extension Call {
  /// Returns the result as the type that the method has. A Void method accepts any result.
  @inlinable
  func convert<Result, Failure: Error>(
    _ output: Output, throwing _: Failure.Type
  ) throws(Failure) -> Result {
    if let result = output as? Result { return result }
    if let nothing = () as? Result { return nothing }
    do { return try failResult(output) } catch { throw restored(error) }
  }

  @usableFromInline @inline(never)
  func failResult<Result>(_ output: Output) throws -> Result {
    try fail(
      .resultMismatch(
        function.label, result: unwrappingOptionals(output), wanted: Result.self, stub: site))
  }

  /// Fails a call whose response suspends, for a method that can't wait.
  @usableFromInline @inline(never)
  func failAsyncResponse() throws -> Output {
    recordEnd()
    instance.joinScopeOfFailure()
    return try fail(.asyncResponse(function.label, stub: site, isHeld: responseKind == .held))
  }

  /// The `when` line that responds to the call, if the call is kept.
  private var site: SourceLine? { record?.stubSite }

  /// Records that the call ends now, because rendering its failure takes time.
  fileprivate func recordEnd() {
    let now = monotonicNanoseconds()
    withFunction { $0.change(call: number) { $0.setEnd(now) } }
  }

  /// Ends a call that has no response.
  ///
  /// A function that can throw any error throws this error. Every other function returns a natural default and
  /// reports the failure to its scope. Without a scope or a natural default, the process stops.
  func fail<Result>(
    _ cause: FakeFailure, returning type: Any.Type = Result.self,
    default: () -> Result? = { naturalDefault(of: Result.self) }
  ) throws -> Result {
    let reason = cause.ofCall
    let scope = instance.state.contents.withLock { [function, number] contents in
      function.change(call: number) { $0.failure = reason }
      return contents.life.scope
    }
    let isAfterEnd = isAfterEnd || scope?.hasEnded == true
    let error = (isAfterEnd ? .afterEnd(of: scope?.name, function.label, cause) : cause).error
    if function.canThrowFakedError {
      scope?.recordThrown(
        error, of: function.label, calledAt: capturedSite, isUnstubbed: reason == .unstubbed)
      throw error
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
    return
      "The process stops in \(scope.name), because the call can't throw FakedError and \(result) has no "
      + "natural default: stub it, or conform \(result) to FakedDefault if it is a type of your own."
  }
}

// The failure of an unstubbed call.
extension Call {
  /// Returns the failure of an unstubbed call, with the stubs that exist.
  fileprivate func unstubbed(
    _ mismatches: [Mismatch], id: String?, isTyped: Bool
  ) -> FakeFailure {
    let label = function.label
    let (summaries, stubs, unfinished) = instance.state.contents.withLock { contents in
      (
        contents.functions.map { $0.stubs(onlyUnused: false) },
        function.stubs.filter { $0.hasResponses }.map {
          (id: $0.id, site: $0.site, condition: $0.condition, isUsedUp: $0.cursor.isUsedUp)
        }, function.unfinishedStub
      )
    }
    if stubs.isEmpty, let unfinished { return .unfinishedChain(label, chain: unfinished) }
    // The nearest stubs that did not respond, fewest mismatches first.
    let bits = Dictionary(mismatches.map { ($0.stub, $0.bits) }) { $1 }
    let newestFirst = Array(stubs.reversed())
    let missed = nearestIndices(newestFirst.map { bits[$0.id] ?? 0 }, 20).map { position in
      let stub = newestFirst[position]
      let reason =
        if let condition = stub.condition, let bits = bits[stub.id] {
          condition.texts(bits, arguments, label).joined(separator: "; ")
        } else if stub.isUsedUp {
          "all of its responses were used"
        } else {
          "the call was made before this stub was set up"
        }
      let calls = stub.condition?.description(label) ?? "every call"
      return "Stub for \(calls) at \(stub.site): \(reason)"
    }
    return .unstubbed(
      UnstubbedCall(
        function: label, id: id ?? (isTyped ? "\\.\(label.baseName)" : "\"\(label.name)\""),
        arguments: argumentList(arguments), site: capturedSite?.site, isTyped: isTyped,
        parameterTypes: elementTypes(of: Arguments.self), isVoid: Output.self == Void.self,
        stubs: stubs.isEmpty
          ? .other(Array(summaries.joined()))
          : .missed(missed, total: stubs.count, oldest: stubs.first?.site),
        stubOfOtherFake: stubOfOtherFake))
  }

  /// A stub of the function on another fake of the same type in the test.
  private var stubOfOtherFake: StubSummary? {
    let others = instance.state.scope?.others(like: instance) ?? []
    return others.lazy.flatMap { [function] in
      $0.state.map(named: function.name) { $0.stubs(onlyUnused: false) }.joined()
    }.first
  }
}

/// A type with a value that fakes return for unstubbed calls and for released held calls.
///
/// Conform your own type if unstubbed calls return it. A fake uses the value if the function can't throw the error and
/// a scope can report the failure. In relaxed fakes and scopes, it always uses the value.
///
/// ```swift
/// struct Forecast: FakedDefault {
///   let city: String
///   static let fakedDefault = Forecast(city: "")
/// }
/// ```
///
/// See <doc:Stubbing>.
public protocol FakedDefault {
  /// The value that unstubbed calls return.
  static var fakedDefault: Self { get }
}

/// Returns the natural default of a type, or `nil` if the type has none.
package func naturalDefault<Value>(of type: Value.Type) -> Value? {
  // A nested optional would lose its levels in an `Any`.
  func empty<Empty: EmptyByNature>(_ type: Empty.Type) -> Value? { type.empty as? Value }
  if let type = type as? any EmptyByNature.Type { return empty(type) }
  // A cast of `nil` to `Any` would succeed.
  guard let value = maker(of: type)?() else { return nil }
  return value as? Value
}

/// Returns the natural default of a type that is known at run time, or `nil` if the type has none.
func naturalDefaultOfAny(_ type: Any.Type) -> Any? {
  func opened<Value>(_ type: Value.Type) -> Any? { naturalDefault(of: type) }
  return _openExistential(type, do: opened)
}

/// Returns a Boolean value that indicates whether a type has a natural default. Runs no user code.
func hasNaturalDefault(_ type: Any.Type) -> Bool {
  type is any EmptyByNature.Type || maker(of: type) != nil
}

/// Returns a function that creates the natural default of a type, or `nil` if the type has none.
///
/// Literal protocols can't be used here: creating a `SIMD2` from an empty array literal traps.
private func maker(of type: Any.Type) -> (() -> Any?)? {
  switch type {
  case let type as any FakedDefault.Type: { type.fakedDefault }
  case is Void.Type: { () }
  case is Bool.Type: { false }
  case let type as any AdditiveArithmetic.Type: { type.zero }
  case let type as any RangeReplaceableCollection.Type: { type.init() }
  case let type as any SetAlgebra.Type: { type.init() }
  case let type as any CaseIterable.Type: { first(of: type) }
  default: nil
  }
}

private func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

/// A type whose empty value can't be created through a protocol of the standard library.
private protocol EmptyByNature {
  static var empty: Self { get }
}

extension Optional: EmptyByNature {
  fileprivate static var empty: Self { nil }
}

extension Dictionary: EmptyByNature {
  fileprivate static var empty: Self { [:] }
}

extension AsyncStream: EmptyByNature {
  fileprivate static var empty: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream: EmptyByNature where Failure == any Error {
  fileprivate static var empty: Self { Self { $0.finish() } }
}

/// Returns the types of the elements of a tuple type, or any other type itself.
///
/// The language has no other access to them than the metadata of the type.
private func elementTypes(of type: Any.Type) -> [Any.Type] {
  let start = unsafeBitCast(type, to: UnsafeRawPointer.self)
  let (kindOfTuples, word) = (UInt(0x301), MemoryLayout<UInt>.size)
  guard start.load(as: UInt.self) == kindOfTuples else { return [type] }
  let count = start.load(fromByteOffset: word, as: Int.self)
  return (0..<count).map { start.load(fromByteOffset: (3 + 2 * $0) * word, as: Any.Type.self) }
}
