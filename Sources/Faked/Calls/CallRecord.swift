/// One call of a function: what it was given, and how it went.
///
/// A copy of the moment `calls(to:)` was asked; a call that was under way stays `.pending` in it. It
/// keeps the arguments alive.
public struct CallRecord<Arguments, Output> {
  /// The name of the function.
  public let function: String
  /// The arguments: nothing, the one value, or a tuple.
  public let arguments: Arguments
  /// Orders the calls of all fakes of the process; only the order means something, not the distance.
  ///
  /// No two calls of one fake share it. Calls that two threads make on two fakes in the same nanosecond may.
  public let index: UInt64
  /// What the call returned or threw, or that it is under way.
  public let outcome: CallOutcome<Output>
  /// How long the call took; nil while it is under way.
  public let duration: Duration?
  /// Whether the task that made the call was cancelled by the time it ended.
  public let wasCancelled: Bool
  /// A Boolean value that indicates whether the outcome is that of a recording.
  let isReplayed: Bool
  /// The `when` line that responded.
  let stubSite: SourceLine?
  /// The table with the call site, and the position in it.
  private let sites: CallSiteTable?
  let sitePosition: Int32?
  private let fake: Any.Type

  init(
    _ stored: StoredCall<Arguments, Output>, of function: FunctionLabel, stubbedAt: SourceLine?,
    _ sites: CallSiteTable?
  ) {
    self.function = function.name
    fake = function.fake
    arguments = stored.arguments
    index = stored.index
    outcome = stored.outcome
    duration = stored.duration.map { .nanoseconds($0) }
    wasCancelled = stored.wasCancelled
    isReplayed = stored.isReplayed
    stubSite = stubbedAt
    self.sites = sites
    sitePosition = stored.site
  }

  init<OldArguments, OldOutput>(
    _ record: CallRecord<OldArguments, OldOutput>, arguments: Arguments,
    outcome: CallOutcome<Output>
  ) {
    function = record.function
    fake = record.fake
    self.arguments = arguments
    index = record.index
    self.outcome = outcome
    duration = record.duration
    wasCancelled = record.wasCancelled
    isReplayed = record.isReplayed
    stubSite = record.stubSite
    sites = record.sites
    sitePosition = record.sitePosition
  }
}

extension CallRecord {
  /// The line of production code that made the call: `Sync.swift:88 in SyncEngine.push(_:)`.
  ///
  /// A call in a scope has a site where the system can walk asynchronous backtraces: on Linux from Swift 6.2, and
  /// from macOS 26. The first access for each site costs up to 2 ms.
  public var site: CallSite? {
    guard let sites, let sitePosition else { return nil }
    return sites.site(at: sitePosition, calling: fake)
  }
}

extension CallRecord {
  /// When the call began.
  public var start: ContinuousClock.Instant { ProcessClock.instant(at: index) }

  /// Whether the call returned.
  public var succeeded: Bool { if case .returned = outcome { true } else { false } }

  /// What the call returned; nil where it threw or is under way.
  public var value: Output? { if case .returned(let value) = outcome { value } else { nil } }

  /// What the call threw; nil where it returned or is under way.
  public var error: (any Error)? { if case .threw(let error) = outcome { error } else { nil } }

  /// The `when` line that answered, as in `CacheTests.swift:12`; nil for a default and for a call that no
  /// stub answered.
  public var answeredBy: String? { stubSite?.description }

  /// The same call with its arguments one by one, whatever their types.
  package var typeErased: CallRecord<[Any?], Any?> {
    let outcome: CallOutcome<Any?> =
      switch outcome {
      case .pending: .pending
      case .returned(let output): .returned(unwrappingOptionals(output))
      case .threw(let error): .threw(error)
      }
    return CallRecord<[Any?], Any?>(self, arguments: argumentList(arguments), outcome: outcome)
  }
}

extension CallRecord: Sendable where Arguments: Sendable, Output: Sendable {}

/// How a call ended, if it did.
public enum CallOutcome<Output> {
  /// The call is under way.
  case pending
  /// The call returned this value.
  case returned(Output)
  /// The call threw this error.
  case threw(any Error)
}

extension CallOutcome: Sendable where Output: Sendable {}
