import Faked

/// A bank that keeps balances in memory. `default:` is what a call does without a stub.
struct FakeBank: Bank, Faked {
  let instanceId = FakeInstance()
  let balance: FunctionID<(String) -> Int, AsyncThrows> = "balance(of:)"
  let set: FunctionID<(Int, String) -> Void, AsyncThrows> = "set(_:of:)"
  let balances: Captured<[String: Int]>

  init(_ balances: [String: Int]) { self.balances = Captured(balances) }

  func balance(of account: String) async throws -> Int {
    try await handleCall(\.balance, account, default: balances.value[account] ?? 0)
  }

  func set(_ balance: Int, of account: String) async throws {
    try await handleCall(
      \.set, balance, account, default: balances.withValue { $0[account] = balance })
  }
}
