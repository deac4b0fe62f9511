extension Scene {
  static var fault: Scene {
    Scene("Find what a failure breaks: every call fails once") {
      Transcript.code(
        #"""
        // Teller.transfer deposits -30 for the giver, then 30 for the receiver
        try await exploreFaults {
          let bank = FakeBank(["ada": 100, "bob": 0])
          let teller = Teller(bank: bank)
          try? await teller.transfer(30, from: "ada", to: "bob")
          #expect(bank.balances.value.values.reduce(0, +) == 100)
        }
        """#)
      let exploration = Exploration("exploreFaults") { expect in
        let bank = FakeBank(["ada": 100, "bob": 0])
        let teller = Teller(bank: bank)
        try? await teller.transfer(30, from: "ada", to: "bob")
        let sum = bank.balances.value.values.reduce(0, +)
        expect(sum == 100, "(bank.balances.value.values.reduce(0, +) → \(sum)) == 100")
      }
      try await Transcript.show("exploreFaults", exploration.faults(), saying: "→ 70")
    }
  }
}
