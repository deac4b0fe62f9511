import Faked

/// The error with which `exploreFaults` makes a call fail if the test names no other error.
public struct InjectedFault: Error, Equatable, CustomStringConvertible {
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
  /// The moment at which a call fails.
  enum Moment: Sendable {
    case call(FaultKind)
    /// The number of elements after which the stream that it returned fails.
    case element(Int)
  }

  /// The number of the call among the fallible calls of its run, from 1.
  package let number: Int
  /// The call as it was made without the fault: `FakeStorage.set("token", "new")`.
  let call: String
  /// The error that the call threw.
  let error: any Error
  let moment: Moment
  /// The line that made the call, if it was captured.
  let site: CapturedSite?

  /// The call with its error: `call 3, FakeStorage.set("token", "new"), failing with StoreError.full`.
  package var description: String { description(site: nil) }

  /// The call with its error and its line.
  func description(site: CallSite?) -> String {
    let moment =
      switch moment {
      case .call(.beforeEffect): ""
      case .call(.afterEffect): " after its effect"
      case .element(let count): " after \(plural(count, "element")) of its stream"
      }
    return "call \(number), \(call)\(calledAt(site)), failing with \(readableError(error))\(moment)"
  }

  /// Returns a Boolean value that indicates whether an error is the injected one or wraps it.
  func explains(_ error: any Error) -> Bool {
    carries(error) { seemEqual(self.error, $0) }
  }
}

/// The faults that an exploration tries.
package struct FaultOptions: Sendable {
  /// The error of calls for which the scenario names none. `nil` is an `InjectedFault`.
  let error: (any Error)?
  /// The moments at which calls fail.
  let kinds: Set<FaultKind>

  package init(error: (any Error)? = nil, kinds: Set<FaultKind> = [.beforeEffect]) {
    self.error = error
    self.kinds = kinds
  }
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
    nonisolated(unsafe) var iterator = makeAsyncIterator()
    nonisolated(unsafe) var count = 0
    return AsyncThrowingStream(unfolding: {
      if count <= maxElements, fails(count) { throw error }
      let element = try await iterator.next()
      if element != nil { count += 1 }
      return element
    })
  }
}

/// Returns a Boolean value that indicates whether a type is a stream that can be made to fail.
func isFailingStream(_ type: Any.Type) -> Bool { type is any FailingStream.Type }

/// Returns a stream that can fail before each of its first elements, or the value itself if it is not such a stream.
func failing<Value>(
  _ value: Value, with error: any Error, when fails: @escaping @Sendable (Int) -> Bool
) -> Value {
  (value as? any FailingStream)?.failing(with: error, when: fails) as? Value ?? value
}

/// A call that returned a value.
package struct CallResult: Sendable {
  let call: String
  let type: String
  let value: String
  /// The values that can replace it, as texts.
  package let others: [String]
  /// A Boolean value that indicates whether nothing except `nil` can replace it.
  let lacksOtherValue: Bool
  /// The line that made the call, if it was captured.
  let site: CapturedSite?
}

/// Returns other values for the result of a call: the named ones, or the natural default of its type and similar values.
///
/// The list is empty if there are no such values. Call the function under no lock, because it runs the user's `==`
/// and `description`.
///
/// - Returns: The values. `nil` if a call by name returned nothing, because the type that its method returns is unknown.
func otherResults<Output>(than output: Output, named: [Any]) -> [Output]? {
  var value: Any = output
  if Output.self == Any?.self {
    // The optional belongs to the call by name. Its `nil` has no type that the method could return.
    guard let wrapped = unwrappingOptionals(value, levels: 1), !(wrapped is Void) else {
      return nil
    }
    value = wrapped
  }
  var others: [Output] = []
  let candidates = named.isEmpty ? neighbors(of: value) : named
  for case let candidate as Output in candidates
  where !([value] + others).contains(where: { seemEqual($0, candidate) }) {
    others.append(candidate)
  }
  return others
}

/// Returns a Boolean value that indicates whether a value is nil.
func isNil(_ value: Any) -> Bool { unwrappingOptionals(value, levels: 1) == nil }

private func neighbors(of value: Any) -> [Any] {
  func natural<Value>(_ type: Value.Type) -> [Any] {
    naturalDefault(of: type).map { [$0 as Any] } ?? []
  }
  return _openExistential(type(of: value), do: natural) + similarValues(to: value)
}

private func similarValues(to value: Any) -> [Any] {
  switch value {
  case let value as any AnyOptional: value.neighbors
  case is Bool: [true]
  case is String: ["other"]
  case let value as any Numeric: [one(like: value)]
  case let value as any CaseIterable: cases(of: value)
  default: []
  }
}

private func one<Value: Numeric>(like value: Value) -> Any { 1 as Value }

private func cases<Value: CaseIterable>(of value: Value) -> [Any] {
  Value.allCases.prefix(3).map { $0 }
}

private protocol AnyOptional {
  var neighbors: [Any] { get }
}

extension Optional: AnyOptional {
  /// The values that are similar to the wrapped one. For `nil`, values of the wrapped type.
  fileprivate var neighbors: [Any] {
    (self ?? naturalDefault(of: Wrapped.self)).map { FakedScheduler.neighbors(of: $0) } ?? []
  }
}
