import Faked

/// The error with which `exploreFaults` makes a call fail if the test names no other error.
public struct InjectedFault: Error, Equatable, CustomStringConvertible {
  /// The number of the call among the fallible calls of the scenario, from 1.
  package let number: Int
  /// The call as it was made without a fault: `FakeStorage.set("token", "new")`.
  package let call: String

  /// The name of the type.
  public var description: String { "InjectedFault" }
}

/// The moment at which `exploreFaults` makes a call fail.
public enum FaultKind: Sendable, CaseIterable {
  /// The call fails before its behavior runs: nothing has happened.
  case beforeEffect
  /// The call fails after its behavior has run: the work is done, but the caller doesn't know.
  case afterEffect
}

/// A call that `exploreFaults` made fail.
package struct FaultyCall: Sendable, CustomStringConvertible {
  /// The number of the call among the fallible calls of its run, from 1.
  package let number: Int
  /// The call as it was made without the fault: `FakeStorage.set("token", "new")`.
  package let call: String
  /// The error that the call threw.
  let error: any Error
  /// The moment at which the call failed.
  package let kind: FaultKind
  /// The number of elements after which the stream that the call returned failed. `nil` if the call itself failed.
  let elements: Int?
  /// The line that made the call, if it was captured.
  let site: CapturedSite?

  /// The call with its error: `call 3, FakeStorage.set("token", "new"), failing with StoreError.full`.
  package var description: String { description(site: nil) }

  /// The call with its error and its line. The lookup of the line costs milliseconds.
  var descriptionWithSite: String { description(site: site?.site) }

  private func description(site: CallSite?) -> String {
    let moment =
      if let elements {
        " after \(plural(elements, "element")) of its stream"
      } else {
        kind == .afterEffect ? " after its effect" : ""
      }
    return "call \(number), \(call)\(calledAt(site)), failing with \(readableError(error))\(moment)"
  }
}

extension FaultyCall {
  /// Returns a Boolean value that indicates whether an error is the injected one or wraps it.
  func explains(_ error: any Error) -> Bool {
    carries(error) { seemEqual(self.error, $0) }
  }
}

/// A call of a function that can throw, as one run of a scenario made it.
struct FallibleCall: ExploredCall, Sendable {
  /// Details that are needed only for a failed call, and in a run that learns the calls.
  struct Details: Sendable {
    /// The errors with which the scenario lets it fail.
    let declared: [any Error]
    /// The type of the errors that it can throw.
    let failure: Any.Type
    /// Returns a Boolean value that indicates whether it can throw an error.
    let canThrow: @Sendable (any Error) -> Bool
    /// The line that made the call, if it was captured.
    let site: CapturedSite?
  }

  let label: FunctionLabel
  let text: String
  var details: Details?
  /// The number of elements that were read from the stream that the call returned. `nil` if it returned none.
  var elements: Int?
}
