/// The number of calls of each function that a fake records with their arguments. Counts are always exact.
public enum CallHistory: Sendable, Equatable {
  /// Records every call. The default.
  case unlimited
  /// Records the last calls of each function. A negative number records none.
  case last(Int)
  /// Records no calls, only counts, so that nothing keeps the arguments alive.
  case countsOnly

  var limit: Int {
    switch self {
    case .unlimited: .max
    case .last(let count): max(0, count)
    case .countsOnly: 0
    }
  }
}

extension Faked {
  /// The number of calls of each function that this fake and its copies record, from now on. Defaults to `.unlimited`.
  ///
  /// Setting this property removes older calls immediately. Removed calls still count.
  public var history: CallHistory {
    get { instance.state.contents.withLock { $0.history } }
    nonmutating set {
      _ = instance.state.contents.withLock { state in
        state.history = newValue
        return state.functions.map { $0.limitCalls(to: newValue.limit) }
      }
    }
  }
}
