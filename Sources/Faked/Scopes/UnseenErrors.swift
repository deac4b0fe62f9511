/// The errors of calls to which the fakes could not respond, if the test has not failed with them.
final class UnseenErrors: Sendable {
  private let errors = Locked<[UnseenError]>([])

  var all: [UnseenError] { errors.withLock { $0 } }

  var isEmpty: Bool { errors.withLock { $0.isEmpty } }

  func add(_ error: UnseenError) { errors.withLock { $0.append(error) } }

  func removeAll() { errors.withLock { $0 = [] } }

  /// Removes an error that the test has seen. It may be wrapped, as the error of a URL session is.
  func remove(_ seen: any Error) {
    if isEmpty { return }
    _ = carries(seen) { error in
      guard let own = error as? FakedError else { return false }
      return errors.withLock { errors in
        guard let position = errors.firstIndex(where: { $0.error == own }) else { return false }
        errors.remove(at: position)
        return true
      }
    }
  }

  /// Removes the errors that a failure shows only as text, one for each message.
  func remove(shownIn text: () -> String) {
    if isEmpty { return }
    let text = text()
    errors.withLock { errors in
      var shown: Set<String> = []
      errors.removeAll { unseen in
        let message = unseen.error.message
        return text.contains(message) && shown.insert(message).inserted
      }
    }
  }
}

extension TestScope {
  /// Records that the test has seen an error, so that the end of the scope doesn't report it again.
  package func sawError(_ error: any Error) { unseenErrors.remove(error) }

  /// Records that a failure of the test shows a text, so that the end of the scope doesn't report the errors in it again.
  package func sawErrors(shownIn text: @autoclosure () -> String) {
    unseenErrors.remove(shownIn: text)
  }

  /// Records that the test has seen all errors so far. Used if the test framework hides the error that ended
  /// the test.
  package func sawAllErrors() { unseenErrors.removeAll() }
}

/// An error of a call to which a fake could not respond.
struct UnseenError: Sendable {
  let error: FakedError
  let function: any CustomStringConvertible & Sendable
  /// The line that made the call, if it was captured.
  let site: CapturedSite?
  /// A Boolean value that indicates whether no stub responded to the call.
  let isUnstubbed: Bool

  /// The calls that one failure reports together.
  struct Group: Hashable {
    let function: String
    /// A Boolean value that indicates whether the calls were unstubbed. If `false`, their responses did not fit, or a
    /// recording did not contain them.
    let areUnstubbed: Bool
  }

  var group: Group {
    Group(function: function.description, areUnstubbed: isUnstubbed)
  }
}

/// Returns a Boolean value that indicates whether an error, or an error that it wraps, meets a condition.
///
/// Looks at no more than 100 parts of a value, because an error may carry a large collection.
package func carries(
  _ value: Any, depth: Int = 6, _ condition: (any Error) -> Bool
) -> Bool {
  if let error = value as? any Error, condition(error) { return true }
  guard depth > 0 else { return false }
  return Mirror(reflecting: value).children.prefix(100).contains {
    carries($0.value, depth: depth - 1, condition)
  }
}
