/// A server that keeps the balances of accounts.
protocol Bank: Sendable {
  func balance(of account: String) async throws -> Int
  func set(_ balance: Int, of account: String) async throws
}

/// The part of an app that moves money. It is an actor, so its functions seem to run one at a time.
actor Teller {
  private let bank: any Bank

  init(bank: any Bank) { self.bank = bank }

  func deposit(_ amount: Int, to account: String) async throws {
    let balance = try await bank.balance(of: account)
    try await bank.set(balance + amount, of: account)
  }

  func transfer(_ amount: Int, from giver: String, to receiver: String) async throws {
    try await deposit(-amount, to: giver)
    try await deposit(amount, to: receiver)
  }
}
