import Faked

/// The error that `exploreFaults` makes a call fail with where the test names none.
public struct InjectedFault: Error, Equatable, CustomStringConvertible {
  /// Which of the fallible calls of the scenario it is, from 1.
  public let number: Int
  /// The call as it was made without a fault: `FakeStorage.set("token", "new")`.
  public let call: String

  /// The name of the type.
  public var description: String { "InjectedFault" }
}

/// When a call fails that `exploreFaults` makes fail.
public enum FaultKind: Sendable, CaseIterable {
  /// Instead of its behavior: nothing has happened.
  case beforeEffect
  /// After its behavior: it did its work, and the answer is lost.
  case afterEffect
}

/// A call that `exploreFaults` made fail.
public struct FaultyCall: Sendable, CustomStringConvertible {
  /// Which of the fallible calls of its run it is, from 1.
  public let number: Int
  /// The call as it was made without the fault: `FakeStorage.set("token", "new")`.
  public let call: String
  /// What it failed with.
  public let error: any Error
  /// Whether it failed before or after it did its work.
  public let kind: FaultKind

  /// As in `call 3, FakeStorage.set("token", "new"), failing with StoreError.full`.
  public var description: String {
    let moment = kind == .afterEffect ? " after its effect" : ""
    return "call \(number), \(call), failing with \(readableError(error))\(moment)"
  }
}

extension FaultyCall {
  /// Whether an error is the injected one, or carries it, as an error of an outer layer does.
  func explains(_ error: any Error) -> Bool { carries(error, isEqual) }

  private func isEqual(to other: any Error) -> Bool {
    guard type(of: error) == type(of: other) else { return false }
    if type(of: error) is AnyClass { return error as AnyObject === other as AnyObject }
    func equals<Value: Equatable>(_ value: Value) -> Bool { value == other as? Value }
    if let error = error as? any Equatable { return equals(error) }
    return String(reflecting: error) == String(reflecting: other)
  }
}
