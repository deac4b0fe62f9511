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
  var elements: Int?
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

/// The faults that an exploration tries.
package struct FaultOptions: Sendable {
  /// The error of calls for which the scenario names none. `nil` is an `InjectedFault`.
  package var error: (any Error)?
  /// The moments at which calls fail.
  package var kinds: Set<FaultKind> = [.beforeEffect]

  package init() {}
}

/// The maximum number of elements after which a stream is made to fail.
private let maxElements = 4

/// A stream that can be made to fail.
private protocol FailingStream {
  /// Returns a stream with the same elements that fails if a function returns `true` for the number of elements before.
  func failing(with error: any Error, when fails: @escaping @Sendable (Int) -> Bool) -> Self
}

extension AsyncThrowingStream: FailingStream where Failure == any Error {
  func failing(with error: any Error, when fails: @escaping @Sendable (Int) -> Bool) -> Self {
    // Unchecked, because only one task iterates a stream.
    let reader = UncheckedSendable(Reader(makeAsyncIterator()))
    return AsyncThrowingStream(unfolding: {
      let reader = reader.value
      if reader.count <= maxElements, fails(reader.count) { throw error }
      let element = try await reader.iterator.next()
      if element != nil { reader.count += 1 }
      return element
    })
  }

  private final class Reader {
    var iterator: Iterator
    var count = 0
    init(_ iterator: Iterator) { self.iterator = iterator }
  }
}

/// Returns a Boolean value that indicates whether a type is a stream that can be made to fail.
func isFailingStream(_ type: Any.Type) -> Bool { type is any FailingStream.Type }

/// Returns a stream that can fail before each of its first elements, or `nil` if the value is not a stream that can throw any
/// error.
func failing<Value>(
  _ value: Value, with error: any Error, when fails: @escaping @Sendable (Int) -> Bool
) -> Value? {
  (value as? any FailingStream)?.failing(with: error, when: fails) as? Value
}
