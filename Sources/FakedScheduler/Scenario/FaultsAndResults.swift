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

/// A call that returned a value.
struct CallResult: Sendable {
  let call: String
  let type: String
  let value: String
  /// The values that can replace it, as texts.
  let others: [String]
  /// A Boolean value that indicates whether nothing except `nil` can replace it.
  let lacksOtherValue: Bool
  /// The line that made the call, if it was captured.
  let site: CapturedSite?
}

/// Returns other values of the type of a result: the natural default and similar values.
///
/// The list is empty if the type has no such values. Call the function under no lock, because it runs the user's `==`
/// and `description`.
func otherValues<Value>(than value: Value, named: [Any]) -> [Value] {
  var others: [Value] = []
  for case let candidate as Value in named.isEmpty ? neighbors(of: value) : named
  where !([value] + others).contains(where: { seemEqual($0, candidate) }) {
    others.append(candidate)
  }
  return others
}

/// Returns other values for the result of a call. `nil` if a call by name returned nothing, because the type that its
/// method returns is unknown.
func otherResults<Output>(than output: Output, named: [Any]) -> [Output]? {
  guard Output.self == Any?.self, let optional = (output as Any) as? any AnyOptional else {
    return otherValues(than: output, named: named)
  }
  // The optional belongs to the call by name. Its `nil` has no type that the method could return.
  guard let value = optional.wrapped, !(value is Void) else { return nil }
  return otherValues(than: value, named: named).compactMap { $0 as? Output }
}

/// Returns a Boolean value that indicates whether a value is nil, or an optional with such a value.
func isNil<Value>(_ value: Value) -> Bool {
  guard let optional = (value as Any) as? any AnyOptional else { return false }
  return optional.wrapped.map { isNil($0) } ?? true
}

private func neighbors<Value>(of value: Value) -> [Any] {
  var natural: Any? = naturalDefault(of: Value.self)
  if natural == nil, let type = type(of: value as Any) as? any FakedDefault.Type {
    natural = type.fakedDefault
  }
  return (natural.map { [$0] } ?? []) + similarValues(to: value)
}

private func similarValues(to value: Any) -> [Any] {
  switch value {
  case let value as any AnyOptional: value.neighbors
  case let value as Bool: [!value]
  case is String: ["", "other"]
  case let value as any BinaryInteger: numbers(like: value)
  case let value as any BinaryFloatingPoint: numbers(like: value)
  case let value as any AdditiveArithmetic: [zero(of: value)]
  case let value as any AnyDictionary: [value.empty]
  case let value as any RangeReplaceableCollection: [empty(of: value)]
  case let value as any SetAlgebra: [empty(of: value)]
  case let value as any CaseIterable: cases(of: value)
  default: []
  }
}

private func numbers<Value: ExpressibleByIntegerLiteral>(like value: Value) -> [Any] {
  [0 as Value, 1 as Value]
}

private func zero<Value: AdditiveArithmetic>(of value: Value) -> Any { Value.zero }

private func empty<Value: RangeReplaceableCollection>(of value: Value) -> Any { Value() }

private func empty<Value: SetAlgebra>(of value: Value) -> Any { Value() }

private func cases<Value: CaseIterable>(of value: Value) -> [Any] {
  Value.allCases.prefix(3).map { $0 }
}

private protocol AnyDictionary { var empty: Any { get } }

extension Dictionary: AnyDictionary {
  fileprivate var empty: Any { [:] as Self }
}

private protocol AnyOptional {
  var wrapped: Any? { get }
  var neighbors: [Any] { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }

  /// `nil` and the values that are similar to the wrapped one. For `nil`, a value of the wrapped type.
  fileprivate var neighbors: [Any] {
    switch self {
    case nil: firstValue(of: Wrapped.self).map { [$0 as Any] } ?? []
    case let wrapped?: [Self.none as Any] + FakedScheduler.neighbors(of: wrapped)
    }
  }
}

/// Returns a value of a type: its natural default, or `"other"` and `true`, which tests are more likely to check.
private func firstValue<Value>(of type: Value.Type) -> Value? {
  let value: Any? =
    switch type {
    case is String.Type: "other"
    case is Bool.Type: true
    default: naturalDefault(of: type)
    }
  return value as? Value
}
