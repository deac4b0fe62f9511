/// One call of a function, with its arguments and its outcome.
///
/// A record is a copy: a call that had not ended when it was copied stays `.pending`. It keeps the arguments alive.
public struct CallRecord<Arguments, Output> {
  private let label: FunctionLabel
  /// The arguments: nothing, the one value, or a tuple.
  public let arguments: Arguments
  /// The result or the error of the call, or `.pending` if the call has not ended.
  public let outcome: CallOutcome<Output>
  private let facts: CallFacts
  /// The `when` line that responded.
  let stubSite: SourceLine?
  private let callSites: CallSiteTable?

  init(
    _ call: StoredCall<Arguments, Output>, of label: FunctionLabel, stubbedAt stubSite: SourceLine?,
    _ callSites: CallSiteTable?
  ) {
    (arguments, outcome, facts) = call
    (self.label, self.stubSite, self.callSites) = (label, stubSite, callSites)
  }

  /// The name of the function.
  public var function: String { label.name }

  /// A number that orders the call among all calls of the process. The difference of two indices has no meaning.
  ///
  /// No two calls of one fake share an index. Calls of two fakes in the same nanosecond may.
  public var index: UInt64 { facts.index }

  /// The duration of the call, or `nil` if the call has not ended.
  public var duration: Duration? { facts.duration.map { .nanoseconds($0) } }

  /// A Boolean value that indicates whether the task of the call was canceled before the call ended.
  public var wasCancelled: Bool { facts.wasCancelled }

  /// The number of the call in messages: its position among all calls of its test, from 1.
  package var number: Int { Int(facts.number) }

  /// The call site, if it was captured.
  var capturedSite: CapturedSite? { CapturedSite(callSites, facts.site, calling: label.fake) }
}

extension CallRecord {
  /// The line of production code that made the call: `Sync.swift:88 in SyncEngine.push(_:)`.
  ///
  /// A call in a scope has a site where the system can walk asynchronous backtraces: on Linux with Swift 6.2 or later,
  /// and on macOS 26 or later. Elsewhere, it is `nil`. In a release build, it contains only the function. The first
  /// access for each site can take up to 30 ms.
  public var site: String? { callSite?.description }

  package var callSite: CallSite? { capturedSite?.site }
}

extension CallRecord {
  /// A Boolean value that indicates whether the call had not ended when the record was made.
  public var isPending: Bool { if case .pending = outcome { true } else { false } }

  /// A Boolean value that indicates whether the call returned.
  public var succeeded: Bool { if case .returned = outcome { true } else { false } }

  /// The result of the call, or `nil` if the call threw an error or has not ended.
  public var value: Output? { if case .returned(let value) = outcome { value } else { nil } }

  /// The error of the call, or `nil` if the call returned or has not ended.
  public var error: (any Error)? { if case .threw(let error) = outcome { error } else { nil } }

  /// The `when` line that responded, as in `CacheTests.swift:12`, or `nil` for a default and for an unstubbed call.
  public var stub: String? { stubSite?.description }

  /// The same call without its types: its arguments are a list.
  package var typeErased: CallRecord<[Any?], Any?> {
    let outcome: CallOutcome<Any?> =
      switch outcome {
      case .pending: .pending
      case .returned(let output): .returned(unwrappingOptionals(output))
      case .threw(let error): .threw(error)
      }
    return CallRecord<[Any?], Any?>(
      (argumentList(arguments), outcome, facts), of: label, stubbedAt: stubSite, callSites)
  }
}

extension CallRecord: Sendable where Arguments: Sendable, Output: Sendable {}

/// The outcome of a call.
public enum CallOutcome<Output> {
  /// The call has not ended.
  case pending
  /// The call returned this value.
  case returned(Output)
  /// The call threw this error.
  case threw(any Error)
}

extension CallOutcome: Sendable where Output: Sendable {}

// Texts.
extension CallRecord {
  /// Returns the outcome with its details, as in `returned 3 in 12 µs, stubbed at StoreTests.swift:7`.
  package func ending(withDuration: Bool = true) -> String {
    let time = withDuration ? duration.map { " in \($0.formattedShort)" } : nil
    return outcomeText(after: time ?? "") + (wasCancelled ? ", canceled" : "")
      + (facts.isReplayed ? ", replayed from a recording" : "")
      + (stub.map { ", stubbed at \($0)" } ?? "")
  }

  /// Returns the outcome, as in `returned 3`, or `returned 3 in 12 µs` with a time.
  func outcomeText(after time: String = "") -> String {
    switch outcome {
    case .pending: return "is under way"
    case .returned(is Void): return "returned\(time)"
    case .returned(let value): return "returned \(readableAtLength(value))\(time)"
    case .threw(let error as FakedError):
      if let reason = reason(of: error) { return "threw an error\(time) because \(reason)" }
      return "threw FakedError.\(Mirror(reflecting: error).children.first?.label ?? "")\(time)"
    case .threw(let error): return "threw \(readable(error))\(time)"
    }
  }

  /// Returns the reason why the fake failed the call. `nil` if a behavior threw the error: it may be the error
  /// of another call.
  private func reason(of error: FakedError) -> String? {
    switch facts.failure {
    case .unstubbed: return "no stub responds"
    case .unfit: return "its response does not fit"
    case .unrecorded: return "the recording does not contain it"
    case nil: if case .heldCall = error { return "it was held and not resumed" } else { return nil }
    }
  }
}

/// Returns the arguments of a call one by one, from the value or the tuple in which they are kept.
package func argumentList(_ arguments: Any) -> [Any?] {
  // `as?` alone would also accept an empty array of any other type.
  if type(of: arguments) == Parameters.self, let parameters = arguments as? Parameters {
    return parameters.map(\.value)
  }
  let mirror = Mirror(reflecting: arguments)
  return mirror.displayStyle == .tuple ? mirror.children.map { $0.value } : [arguments]
}
