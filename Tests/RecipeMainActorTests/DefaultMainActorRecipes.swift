import Faked
import Testing

// This file is compiled with default main-actor isolation.

protocol Cart {
  var count: Int { get }
  func add(_ item: String) throws -> Int
}
final class FakeCart: Cart, Faked {
  let countID: FunctionID<() -> Int, Returns> = "count"
  let add: FunctionID<(String) -> Int, Throws> = "add"
  var count: Int { handleCall(\.countID) }
  func add(_ item: String) throws -> Int { try handleCall(\.add, item) }
}

protocol Payment {
  func pay(_ cents: Int) async throws -> Bool
}
struct FakePayment: Payment, Faked {
  let instanceId = FakeInstance()
  let pay: FunctionID<(Int) -> Bool, AsyncThrows> = "pay"
  let refundID = "refund"
  func pay(_ cents: Int) async throws -> Bool { try await handleCall(\.pay, cents) }
  func refund(_ reason: String) throws -> Int { try handleCall(\.refundID, params: reason) }
}

/// As with a protocol of another module, the methods that a fake adds are not on the main actor by default.
nonisolated protocol Basket {
  func add(_ item: String) throws -> Int
}
@MainActor final class FakeBasket: Basket, Faked {
  let add: FunctionID<(String) -> Int, Throws> = "add"
  private let receipt = Receipt()
  func add(_ item: String) throws -> Int { try handleCall(\.add, item, default: write(item)) }
  private func write(_ item: String) -> Int {
    receipt.items.append(item)
    return receipt.items.count
  }
}

private final class Receipt { var items: [String] = [] }

@MainActor struct DefaultMainActorRecipes {
  @Test func aClassFakeIsStubbedOnTheMainActor() throws {
    let cart = FakeCart()
    let receipt = Receipt()
    cart.when(\.countID).thenReturn(3)
    cart.when(\.add) { item in
      receipt.items.append(item)
      return receipt.items.count
    }
    #expect(cart.count == 3)
    #expect(try cart.add("tea") == 1)
    #expect(try cart.add("milk") == 2)
    #expect(cart.calls(to: \.add).map(\.arguments) == ["tea", "milk"])
    #expect(cart != FakeCart())
  }

  @Test func behaviorsOfAStructFakeStayOnTheMainActor() async throws {
    let payment = FakePayment()
    let receipt = Receipt()
    payment.when(\.pay) { cents in
      await Task.yield()
      MainActor.assertIsolated()
      receipt.items.append("\(cents)")
      return cents < 100
    }
    #expect(try await payment.pay(99))
    #expect(try await !payment.pay(100))
    #expect(receipt.items == ["99", "100"])
    #expect(payment.invocationCount(of: \.pay) == 2)
    payment.when(\.refundID) { invocationCount, params in
      let reason: String = try params[0].unwrap()
      receipt.items.append(reason)
      return receipt.items.count + invocationCount
    }
    #expect(try payment.refund("late") == 4)
    #expect(payment.wasCalled(\.refundID))
  }

  @Test func aClassFakeOnTheMainActorKeepsItsOwnState() throws {
    let basket = FakeBasket()
    #expect(try basket.add("tea") == 1)
    #expect(try basket.add("milk") == 2)
    #expect(basket.invocationCount(of: \.add) == 2)
  }
}
