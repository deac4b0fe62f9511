import Faked

/// The roles that a scenario gives to functions.
///
/// The functions are kept, so that no other function takes their place in memory.
struct FunctionRoles {
  private struct Entry {
    let function: AnyFunctionState
    var errors: [any Error] = []
    var values: [Any] = []
    var waits = false
    var isLastResort = false
    var isExempt = false
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// A Boolean value that indicates whether the scenario chooses the functions whose calls wait.
  private var choosesWhatWaits = false

  /// Takes the role of a function.
  ///
  /// - Returns: What it replaces: values of the user, which must not end under the lock of the owner.
  mutating func declare(_ role: FunctionRole, for function: AnyFunctionState) -> Any? {
    var entry = entries[ObjectIdentifier(function)] ?? Entry(function: function)
    switch role {
    case .fails(let errors): entry.errors = errors
    case .returns(let values): entry.values = values
    case .waits:
      entry.waits = true
      choosesWhatWaits = true
    case .isLastResort: entry.isLastResort = true
    case .isExempt: entry.isExempt = true
    }
    return entries.updateValue(entry, forKey: ObjectIdentifier(function))
  }

  func errors(of function: AnyFunctionState) -> [any Error] { self[function]?.errors ?? [] }

  func values(of function: AnyFunctionState) -> [Any] { self[function]?.values ?? [] }

  func isExempt(_ function: AnyFunctionState) -> Bool { self[function]?.isExempt ?? false }

  func isLastResort(_ function: AnyFunctionState) -> Bool { self[function]?.isLastResort ?? false }

  /// Returns a Boolean value that indicates whether the calls of an async function are events.
  func areOrdered(_ function: AnyFunctionState) -> Bool {
    !isExempt(function) && (!choosesWhatWaits || self[function]?.waits ?? false)
  }

  private subscript(function: AnyFunctionState) -> Entry? { entries[ObjectIdentifier(function)] }
}
