import FakeableClients
import Faked
import Foundation

/// A keychain storage in memory that records its calls and fails on request.
final class StorageDouble: KeychainStorage {
  /// An operation that can fail, and the error that it fails with.
  enum Operation: Error, CaseIterable { case read, write, removal, reset }
  /// The moment at which an operation fails: before its effect, after its effect, or (only for a reset) after
  /// the first key was removed.
  enum Moment: CaseIterable { case before, after, halfway }

  private struct State {
    var contents: [Data: Data] = [:]
    var failures: [Operation: Moment] = [:]
    var calls: [String] = []
  }

  private let state = Captured(State())

  init(_ contents: [String: String] = [:]) {
    for (key, text) in contents { self[key] = Data(text.utf8) }
  }

  /// The recorded calls, such as `read key`.
  var calls: [String] { state.value.calls }

  func fail(_ operation: Operation, _ moment: Moment = .before) {
    state.withValue { $0.failures[operation] = moment }
  }
  func heal() { state.withValue { $0.failures = [:] } }

  /// The stored values. Access never fails and is not recorded.
  subscript(key: String) -> Data? {
    get { state.value.contents[identity(key)] }
    set { state.withValue { $0.contents[identity(key)] = newValue } }
  }

  func data(for key: String) throws -> Data? {
    try perform(.read, key) { $0.contents[identity(key)] }
  }
  func set(data: Data, for key: String) throws {
    try perform(.write, key) { $0.contents[identity(key)] = data }
  }
  func removeData(for key: String) throws {
    try perform(.removal, key) { $0.contents[identity(key)] = nil }
  }
  func reset() throws {
    try perform(.reset, "all") { state in
      guard state.failures[.reset] == .halfway else { return state.contents = [:] }
      let first = state.contents.keys.min { $0.lexicographicallyPrecedes($1) }
      if let first { state.contents[first] = nil }
    }
  }

  private func perform<Result>(
    _ operation: Operation, _ key: String, _ effect: (inout State) -> Result
  ) throws -> Result {
    try state.withValue { state in
      state.calls.append("\(operation) \(key)")
      let moment = state.failures[operation]
      if moment == .before { throw operation }
      let result = effect(&state)
      if moment != nil { throw operation }
      return result
    }
  }

  private func identity(_ key: String) -> Data {
    Data(key.utf8)
  }
}
