import Faked

/// The roles that the scenario of one run gives to functions.
///
/// The functions are kept, so that no other function reuses the address of one of them.
package final class FunctionRoles: Sendable {
  private struct Entry {
    let function: AnyFunctionState
    var errors: [any Error] = []
    var values: [Any] = []
    var waits = false
    var isLastResort = false
    var isExempt = false
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// A Boolean value that indicates whether the scenario chooses the functions whose calls wait.
    var choosesWhatWaits = false
  }

  private let state = Locked(State())

  /// Takes the role of a function.
  func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    // The replaced values belong to the user, and must not be released under the lock.
    _ = state.withLock { state in
      var entry = state.entries[ObjectIdentifier(function)] ?? Entry(function: function)
      switch role {
      case .fails(let errors): entry.errors = errors
      case .returns(let values): entry.values = values
      case .waits:
        entry.waits = true
        state.choosesWhatWaits = true
      case .isLastResort: entry.isLastResort = true
      case .isExempt: entry.isExempt = true
      }
      return state.entries.updateValue(entry, forKey: ObjectIdentifier(function))
    }
  }

  /// Releases the functions and the values.
  func removeAll() {
    _ = state.withLock { state in
      defer { state = State() }
      return state
    }
  }

  func errors(of function: AnyFunctionState) -> [any Error] { self[function]?.errors ?? [] }

  func values(of function: AnyFunctionState) -> [Any] { self[function]?.values ?? [] }

  func isExempt(_ function: AnyFunctionState) -> Bool { self[function]?.isExempt ?? false }

  func isLastResort(_ function: AnyFunctionState) -> Bool { self[function]?.isLastResort ?? false }

  /// Returns a Boolean value that indicates whether the calls of an async function are events.
  func areOrdered(_ function: AnyFunctionState) -> Bool {
    let (entry, choosesWhatWaits) = state.withLock { state in
      (state.entries[ObjectIdentifier(function)], state.choosesWhatWaits)
    }
    return entry?.isExempt != true && (!choosesWhatWaits || entry?.waits == true)
  }

  private subscript(function: AnyFunctionState) -> Entry? {
    state.withLock { $0.entries[ObjectIdentifier(function)] }
  }
}
