/// How many calls of each function a fake keeps with their arguments; the counts are exact in any case.
public enum CallHistory: Sendable, Equatable {
  /// Every call; what a fake does unless told otherwise.
  case unlimited
  /// The last calls of each function, as many as that; a negative number keeps none.
  case last(Int)
  /// No call: counts only, so that nothing keeps the arguments alive.
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
  /// How many calls of each function this fake keeps; applies to all its copies, from now on.
  ///
  /// Setting it frees the older calls at once. A call that is no longer kept is still counted.
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
