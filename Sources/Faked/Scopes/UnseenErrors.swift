/// The errors of calls to which the fakes could not respond, if the test has not failed with them.
final class UnseenErrors: Sendable {
  private let errors = Locked<[UnseenError]>([])

  var all: [UnseenError] { errors.withLock { $0 } }

  var isEmpty: Bool { errors.withLock { $0.isEmpty } }

  func add(_ error: UnseenError) { errors.withLock { $0.append(error) } }

  func removeAll() { errors.withLock { $0 = [] } }

  /// Removes an error that the test has seen. It may be wrapped, as the error of a URL session is.
  func remove(_ seen: any Error) {
    let known = all
    guard !known.isEmpty else { return }
    for error in known where carries(seen, { $0 as? FakedError == error.error }) {
      errors.withLock { errors in
        if let position = errors.firstIndex(where: { $0.error == error.error }) {
          errors.remove(at: position)
        }
      }
      return
    }
  }
}

/// An error of a call to which a fake could not respond.
struct UnseenError: Sendable {
  let error: FakedError
  let function: any CustomStringConvertible & Sendable
  /// The line that made the call, if it was captured.
  let site: CapturedSite?

  /// The calls that one failure reports together.
  struct Group: Hashable {
    let function: String
    /// A Boolean value that indicates whether the calls were unstubbed. If `false`, their stubs produced a
    /// response that does not fit.
    let areUnstubbed: Bool
  }

  var group: Group {
    let isUnstubbed = if case .missingFunction = error { true } else { false }
    return Group(function: function.description, areUnstubbed: isUnstubbed)
  }
}

/// Returns a Boolean value that indicates whether an error, or an error that it wraps, meets a condition.
package func carries(
  _ value: Any, depth: Int = 6, _ condition: (any Error) -> Bool
) -> Bool {
  if let error = value as? any Error, condition(error) { return true }
  guard depth > 0 else { return false }
  return Mirror(reflecting: value).children.contains {
    carries($0.value, depth: depth - 1, condition)
  }
}
