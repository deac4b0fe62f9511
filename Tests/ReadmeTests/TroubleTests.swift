import Faked
import Testing

private struct FakeShop: Faked {
  let instanceId = FakeInstance()
  let price: FunctionID<(String) -> Int, Throws> = "price"
  let otherPrice: FunctionID<(Int) -> Int, Throws> = "price"
  let find = "find"
  let owner: String? = nil
  let city = "Graz"
  let onSale: @Sendable () -> Void = {}
  let rate = Double.nan

  func price(of item: String) throws -> Int { try handleCall(\.price, item) }
  func find(_ key: String) throws -> Int { try handleCall(\.find, params: key) }
  func add(_ number: Int) throws { try handleCall(params: number) }
  func add(_ text: String) throws { try handleCall(params: text) }
}

/// The run-time messages that the README explains are those that the library gives.
struct TroubleTests {
  private let fake = FakeShop()

  @Test(arguments: [
    Trouble("but nothing was stubbed for it.") { _ = try $0.price(of: "tea") },
    Trouble("No function of this fake is stubbed.") { _ = try $0.price(of: "tea") },
    Trouble("but no behavior stubbed for it answers that.") {
      $0.when(\.price, with: "tea").thenReturn(1)
      _ = try $0.price(of: "milk")
    },
    Trouble("is stubbed under an ID of another type") {
      $0.when(\.otherPrice) { _ in 1 }
      _ = try $0.price(of: "tea")
    },
    Trouble("has no step.") {
      _ = $0.when(\.price)
      _ = try $0.price(of: "tea")
    },
    Trouble("but its behavior (stubbed at", "returned") {
      $0.when(\.find) { _, _ in "one" }
      _ = try $0.find("tea")
    },
    Trouble("but its method cannot wait for one.") {
      $0.when(\.find) { _, _ async in 1 }
      _ = try $0.find("tea")
    },
    Trouble("overloads share that name.") {
      $0.when("add(_:)") { _, _ in }
      try $0.add(1)
      try $0.add("one")
    },
    Trouble("params[1] does not exist: the call had 1, params[0].") {
      $0.when(\.find) { _, params in try params[1].unwrap() as Int }
      _ = try $0.find("tea")
    },
    Trouble(#"params[0] was "tea" of type String, not Double."#) {
      $0.when(\.find) { _, params in try params[0].unwrap() as Double }
      _ = try $0.find("tea")
    },
    Trouble("expected 2 parameters, was called with 1") {
      $0.when(\.find, with: "tea", "milk").thenReturn(1)
      _ = try $0.find("tea")
    },
    Trouble(#"has no property "town"."#) { try $0.assertProp("town", expectedValue: "Graz") },
    Trouble(#"expected "Vienna", was "Graz""#) {
      try $0.assertProp("city", expectedValue: "Vienna")
    },
    Trouble(#"expected "Ann", but owner is nil"#) {
      try $0.assertProp("owner.name", expectedValue: "Ann")
    },
    Trouble("they read alike, but are not equal") {
      try $0.assertProp("rate", expectedValue: Double.nan)
    },
    Trouble("closures cannot be compared") {
      try $0.assertProp("onSale", expectedValue: $0.onSale as Any)
    },
  ])
  fileprivate func everyMessageInTheReadmeIsOneTheLibraryGives(trouble: Trouble) throws {
    let error = #expect(throws: FakedError.self) { try trouble.make(fake) }
    let rows = try Readme.text().split(separator: "\n").filter { $0.hasPrefix("| `") }
    for part in trouble.parts {
      #expect(error?.message.contains(part) == true)
      #expect(rows.contains { $0.contains(part) })
    }
  }

  @Test func aStepOfNoTimesStopsTheProcess() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FakeShop().when(\.price).thenReturn(1, times: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let part = "returns nothing. Write a number from 1, or no step."
    #expect(text.contains(part))
    #expect(try Readme.text().contains("`\(part)`"))
  }

  @Test func anUnstubbedCallThatCannotThrowPrintsTheTextAndStopsTheProcess() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FakeMailbox().unread()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("FakeMailbox.unread was called, but nothing was stubbed for it."))
    #expect(text.contains(#"Write before the call: fake.when(\.unreadID) { … }"#))
  }

  @Test func anUnstubbedCallWithTypedThrowsStopsTheProcess() async {
    await #expect(processExitsWith: .failure) { try FakeMailbox().delete(1) }
  }
}

/// A mistake, and parts of the message it leads to.
private struct Trouble: Sendable {
  let parts: [String]
  let make: @Sendable (FakeShop) throws -> Void

  init(_ parts: String..., make: @escaping @Sendable (FakeShop) throws -> Void) {
    self.parts = parts
    self.make = make
  }
}
