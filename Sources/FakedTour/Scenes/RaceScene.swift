extension Scene {
  static var race: Scene {
    Scene("Find a race: an actor, in every order in which its tasks can run") {
      Transcript.code(
        #"""
        // in the actor Teller
        func deposit(_ amount: Int, to account: String) async throws {
          let balance = try await bank.balance(of: account)
          try await bank.set(balance + amount, of: account)
        }

        try await exploreOrders(changes: 1) {
          let bank = FakeBank(["ada": 100])
          let teller = Teller(bank: bank)
          async let first: Void = teller.deposit(10, to: "ada")
          async let second: Void = teller.deposit(10, to: "ada")
          _ = try await (first, second)
          #expect(bank.balances.value["ada"] == 120)
        }
        """#)
      let exploration = Exploration("exploreOrders") { expect in
        let bank = FakeBank(["ada": 100])
        let teller = Teller(bank: bank)
        async let first: Void = teller.deposit(10, to: "ada")
        async let second: Void = teller.deposit(10, to: "ada")
        _ = try await (first, second)
        let balance = bank.balances.value["ada"] ?? 0
        expect(balance == 120, #"(bank.balances.value["ada"] → \#(balance)) == 120"#)
      }
      try await Transcript.show(
        "exploreOrders", exploration.orders(changes: 1), saying: "→ 110) == 120")
    }
  }
}
