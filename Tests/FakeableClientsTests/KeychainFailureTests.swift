import FakeableClients
import Foundation
import Testing

/// Changes that fail: before they took effect, after it, and with the storage unreadable next.
@Suite struct KeychainFailureTests {
  private let storage = StorageDouble(["key": "old", "other": "kept"])
  private let keychain: Keychain

  init() { keychain = Keychain(storage: storage) }

  // MARK: Writes

  @Test func aFailedWriteKeepsTheOldValue() async throws {
    try await know()
    try await failWrite(.before)
    #expect(try await keychain.string(for: "key") == "old")
  }

  @Test func aFailedWriteThatTookEffectGivesTheNewValue() async throws {
    try await know()
    try await failWrite(.after)
    #expect(try await keychain.string(for: "key") == "new")
  }

  @Test func aFailedWriteOfAnUnknownKeyIsReadFromTheStorage() async throws {
    try await failWrite(.after)
    #expect(try await keychain.string(for: "key") == "new")
  }

  @Test(arguments: [StorageDouble.Moment.before, .after])
  func aFailedWriteAndAFailedReadGiveTheLastKnownValue(_ moment: StorageDouble.Moment) async throws
  {
    try await know()
    try await failWrite(moment)
    storage.fail(.read)
    #expect(try await keychain.string(for: "key") == "old")
    storage.heal()
    #expect(try await keychain.string(for: "key") == (moment == .after ? "new" : "old"))
  }

  @Test func aFailedWriteOfAnUnknownKeyAndAFailedReadThrow() async throws {
    try await failWrite(.after)
    storage.fail(.read)
    await #expect(throws: StorageDouble.Failure(operation: .read)) {
      try await keychain.string(for: "key")
    }
  }

  @Test func doubtEndsWithTheFirstAnswer() async throws {
    try await know()
    try await failWrite(.before)
    storage.forgetCalls()
    for _ in 1...3 { #expect(try await keychain.string(for: "key") == "old") }
    #expect(storage.calls == [.read("key")])
  }

  @Test func doubtLastsAsLongAsReadsFail() async throws {
    try await know()
    try await failWrite(.before)
    storage.fail(.read)
    storage.forgetCalls()
    for _ in 1...3 { #expect(try await keychain.string(for: "key") == "old") }
    #expect(storage.calls == [.read("key"), .read("key"), .read("key")])
  }

  @Test func doubtIsAboutOneKey() async throws {
    try await know()
    try await failWrite(.before)
    storage.forgetCalls()
    #expect(try await keychain.string(for: "other") == "kept")
    #expect(storage.calls == [])
  }

  @Test func aSuccessfulWriteEndsDoubt() async throws {
    try await know()
    try await failWrite(.after)
    storage.fail(.read)
    try await keychain.set(string: "newest", for: "key")
    storage.forgetCalls()
    #expect(try await keychain.string(for: "key") == "newest")
    #expect(storage.calls == [])
  }

  @Test func aSuccessfulRemovalEndsDoubt() async throws {
    try await know()
    try await failWrite(.after)
    try await keychain.removeData(for: "key")
    storage.fail(.read)
    await #expect(throws: StorageDouble.Failure(operation: .read)) {
      try await keychain.string(for: "key")
    }
  }

  @Test func aSuccessfulResetEndsDoubt() async throws {
    try await know()
    try await failWrite(.after)
    try await keychain.reset()
    storage.fail(.read)
    await #expect(throws: StorageDouble.Failure(operation: .read)) {
      try await keychain.string(for: "key")
    }
  }

  // MARK: Removals

  @Test func aFailedRemovalKeepsTheValue() async throws {
    try await know()
    try await failRemoval(.before)
    #expect(try await keychain.string(for: "key") == "old")
  }

  @Test func aFailedRemovalThatTookEffectLeavesNothing() async throws {
    try await know()
    try await failRemoval(.after)
    #expect(try await keychain.string(for: "key") == nil)
  }

  @Test func aFailedRemovalAndAFailedReadGiveTheLastKnownValue() async throws {
    try await know()
    try await failRemoval(.after)
    storage.fail(.read)
    #expect(try await keychain.string(for: "key") == "old")
    storage.heal()
    #expect(try await keychain.string(for: "key") == nil)
  }

  @Test func aValueKnownToBeGoneIsNotGivenWhenAReadFails() async throws {
    try await know()
    try await failRemoval(.after)
    #expect(try await keychain.string(for: "key") == nil)
    storage.fail(.read)
    await #expect(throws: StorageDouble.Failure(operation: .read)) {
      try await keychain.string(for: "key")
    }
  }

  // MARK: Resets

  @Test(arguments: StorageDouble.Moment.allCases)
  func afterAFailedResetEveryKeyReadsAsTheStorageHasIt(_ moment: StorageDouble.Moment) async throws
  {
    try await know()
    try await failReset(moment)
    #expect(try await keychain.string(for: "key") == (moment == .before ? "old" : nil))
    #expect(try await keychain.string(for: "other") == (moment == .after ? nil : "kept"))
  }

  @Test(arguments: StorageDouble.Moment.allCases)
  func aFailedResetAndFailedReadsGiveTheLastKnownValues(_ moment: StorageDouble.Moment) async throws
  {
    try await know()
    try await failReset(moment)
    storage.fail(.read)
    #expect(try await keychain.string(for: "key") == "old")
    #expect(try await keychain.string(for: "other") == "kept")
    storage.heal()
    #expect(try await keychain.data(for: "key") == storage["key"])
    #expect(try await keychain.data(for: "other") == storage["other"])
  }

  @Test func aResetThatFailsTwiceAndThenSucceedsLeavesNothing() async throws {
    try await know()
    try await failReset(.before)
    try await failReset(.halfway)
    try await keychain.reset()
    #expect(try await keychain.string(for: "key") == nil)
    #expect(try await keychain.string(for: "other") == nil)
  }

  // MARK: Steps

  private func know() async throws {
    #expect(try await keychain.string(for: "key") == "old")
    #expect(try await keychain.string(for: "other") == "kept")
  }

  private func failWrite(_ moment: StorageDouble.Moment) async throws {
    try await failing(.write, moment) { try await keychain.set(string: "new", for: "key") }
  }

  private func failRemoval(_ moment: StorageDouble.Moment) async throws {
    try await failing(.removal, moment) { try await keychain.removeData(for: "key") }
  }

  private func failReset(_ moment: StorageDouble.Moment) async throws {
    try await failing(.reset, moment) { try await keychain.reset() }
  }

  private func failing(
    _ operation: StorageDouble.Operation, _ moment: StorageDouble.Moment,
    _ act: () async throws -> Void
  ) async throws {
    storage.fail(operation, moment)
    await #expect(throws: StorageDouble.Failure(operation: operation)) { try await act() }
    storage.heal()
  }
}
