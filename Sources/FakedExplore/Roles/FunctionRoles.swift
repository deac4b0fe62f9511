import Faked

/// What a scenario says of its functions; they are kept, so that no other takes their place in memory.
struct FunctionRoles {
  private struct Entry {
    let function: AnyFunctionState
    var errors: [any Error] = []
    var values: [Any] = []
    var waits = false
    var isExempt = false
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Whether functions were chosen whose calls wait.
  private(set) var choosesWhatWaits = false

  /// Gives back what it replaces: values of the user, which must not end under the lock of the owner.
  mutating func declare(_ role: FunctionRole, for function: AnyFunctionState) -> Any? {
    var entry = entries[ObjectIdentifier(function)] ?? Entry(function: function)
    switch role {
    case .fails(let errors): entry.errors = errors
    case .returns(let values): entry.values = values
    case .waits:
      entry.waits = true
      choosesWhatWaits = true
    case .isExempt: entry.isExempt = true
    }
    return entries.updateValue(entry, forKey: ObjectIdentifier(function))
  }

  func errors(of function: AnyFunctionState) -> [any Error] { self[function]?.errors ?? [] }

  func values(of function: AnyFunctionState) -> [Any] { self[function]?.values ?? [] }

  func isExempt(_ function: AnyFunctionState) -> Bool { self[function]?.isExempt ?? false }

  /// Whether the calls of an async function wait.
  func letWait(_ function: AnyFunctionState) -> Bool {
    !isExempt(function) && (!choosesWhatWaits || self[function]?.waits ?? false)
  }

  private subscript(function: AnyFunctionState) -> Entry? { entries[ObjectIdentifier(function)] }
}
