/// How many calls of each function a fake keeps with their arguments; the counts are exact in any case.
public enum CallHistory: Sendable, Equatable {
  /// Every call; what a fake does unless told otherwise.
  case unlimited
  /// The last calls of each function, as many as that; a negative number keeps none.
  case last(Int)
  /// No call.
  case off

  @inlinable var limit: Int {
    switch self {
    case .unlimited: .max
    case .last(let count): max(0, count)
    case .off: 0
    }
  }
}

extension Faked {
  /// How many calls of each function this fake keeps; applies to all its copies, from now on.
  ///
  /// Setting it frees the older calls at once. A call that is no longer kept is still counted.
  public var history: CallHistory {
    get { instance.functions.withLock { $0.history } }
    nonmutating set {
      let removed = instance.functions.withLock { table in
        table.history = newValue
        return table.functions.map { $0.limitCalls(to: newValue.limit) }
      }
      withExtendedLifetime(removed) {}
    }
  }
}
