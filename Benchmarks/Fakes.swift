import Faked
import Foundation

struct TokenFake: Sender, Faked {
  let instanceId = FakeInstance()
  let send: FunctionID<(String, Int) -> Int, Throws> = "send"
  let load: FunctionID<(String, Int) -> Int, AsyncThrows> = "load"
  let named = "named"
  func send(_ key: String, _ number: Int) throws -> Int { try handleCall(\.send, key, number) }
  func load(_ key: String, _ number: Int) async throws -> Int {
    try await handleCall(\.load, key, number)
  }
  func named(_ key: String, _ number: Int) throws -> Int {
    try handleCall(\.named, params: key, number)
  }
}

struct StringFake: Sender, Faked {
  let instanceId = UUID().description
  let send: FunctionID<(String, Int) -> Int, Throws> = "send"
  func send(_ key: String, _ number: Int) throws -> Int { try handleCall(\.send, key, number) }
}

final class ObjectFake: Sender, Faked, Sendable {
  let send: FunctionID<(String, Int) -> Int, Throws> = "send"
  func send(_ key: String, _ number: Int) throws -> Int { try handleCall(\.send, key, number) }
}

struct WideFake: Faked {
  let instanceId = FakeInstance()
  let p0: FunctionID<() -> Int, Throws> = "p0"
  let p1: FunctionID<(Int) -> Int, Throws> = "p1"
  let p4: FunctionID<(Int, Int, Int, Int) -> Int, Throws> = "p4"
  let p8: FunctionID<(Int, Int, Int, Int, Int, Int, Int, Int) -> Int, Throws> = "p8"
}

/// A fake with any number of stubbed functions, which calls the function that was stubbed last.
struct ManyFunctionsFake: Faked {
  let instanceId = FakeInstance()
  let last: FunctionID<(String, Int) -> Int, Throws> = "last"
  func last(_ key: String, _ number: Int) throws -> Int { try handleCall(\.last, key, number) }
}

/// Returns the fake as the code under test sees it, so that the compiler can't specialize its calls.
@inline(never) @_optimize(none) func hidden(_ sender: any Sender) -> any Sender { sender }

/// Prevents the compiler from optimizing a result away.
@inline(never) func use<Value>(_ value: Value) {}
