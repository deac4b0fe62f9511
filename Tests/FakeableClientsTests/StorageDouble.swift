import FakeableClients
import Foundation

/// A keychain storage in memory which records what it is asked and fails when told to.
///
/// `@unchecked`: all mutable state is in `state`, and each access to it holds `lock`.
final class StorageDouble: KeychainStorage, @unchecked Sendable {
  enum Operation: Hashable, CaseIterable { case read, write, removal, reset }
  enum Call: Equatable { case read(String), write(String), removal(String), reset }
  /// When an operation fails: without any effect, or with its whole effect, or (a reset only) with
  /// the first of its keys removed.
  enum Moment: CaseIterable { case before, after, halfway }
  struct Failure: Error, Equatable { let operation: Operation }

  private struct State {
    var contents: [Data: Data] = [:]
    var failures: [Operation: Moment] = [:]
    var calls: [Call] = []
  }

  private let lock = NSLock()
  private var state = State()
  /// Whether é as one scalar and as two are one key, as in a Swift dictionary, or two, as in a
  /// storage that compares bytes.
  private let normalizesKeys: Bool

  init(_ contents: [String: String] = [:], normalizesKeys: Bool = false) {
    self.normalizesKeys = normalizesKeys
    for (key, text) in contents { state.contents[identity(key)] = Data(text.utf8) }
  }

  var calls: [Call] { lock.withLock { state.calls } }
  func forgetCalls() { lock.withLock { state.calls = [] } }

  func fail(_ operation: Operation, _ moment: Moment = .before) {
    lock.withLock { state.failures[operation] = moment }
  }
  func heal() { lock.withLock { state.failures = [:] } }

  /// What is stored, past the failures and the record.
  subscript(key: String) -> Data? {
    get { lock.withLock { state.contents[identity(key)] } }
    set { lock.withLock { state.contents[identity(key)] = newValue } }
  }

  func data(for key: String) throws -> Data? {
    try perform(.read, as: .read(key)) { $0.contents[identity(key)] }
  }

  func set(data: Data, for key: String) throws {
    try perform(.write, as: .write(key)) { $0.contents[identity(key)] = data }
  }

  func removeData(for key: String) throws {
    try perform(.removal, as: .removal(key)) { $0.contents[identity(key)] = nil }
  }

  func reset() throws {
    try perform(.reset, as: .reset) { state in
      guard state.failures[.reset] == .halfway else { return state.contents = [:] }
      let first = state.contents.keys.min { $0.lexicographicallyPrecedes($1) }
      if let first { state.contents[first] = nil }
    }
  }

  private func perform<Result>(
    _ operation: Operation, as call: Call, _ effect: (inout State) -> Result
  ) throws -> Result {
    try lock.withLock {
      state.calls.append(call)
      let moment = state.failures[operation]
      if moment == .before { throw Failure(operation: operation) }
      let result = effect(&state)
      if moment != nil { throw Failure(operation: operation) }
      return result
    }
  }

  private func identity(_ key: String) -> Data {
    Data((normalizesKeys ? key.precomposedStringWithCanonicalMapping : key).utf8)
  }
}
