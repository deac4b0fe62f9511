import Faked

/// A fake whose identity can have any type.
package struct KeyedFake<ID: Hashable & Sendable>: Faked {
  package let instanceId: ID
  package let now: FunctionID<() -> Int, Returns> = "now"
  package let load: FunctionID<(Int) -> Int, Throws> = "load"
  package let take: FunctionID<(Witness) -> Void, Throws> = "take"
  package let send = "send"

  package init(instanceId: ID) { self.instanceId = instanceId }

  package func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  package func take(_ witness: Witness) throws { try handleCall(\.take, witness) }
  package func drop(_ witness: Witness) throws { try handleCall(\.take, witness, default: ()) }
  package func send(_ n: Int) throws -> Int { try handleCall(\.send, params: n) }
}

extension KeyedFake<FakeInstance> {
  package init() { self.init(instanceId: FakeInstance()) }
}

/// A fake whose identity is its address.
package final class FakeObject: Faked, Sendable {
  package let load: FunctionID<(Int) -> Int, Throws> = "load"
  package let take: FunctionID<(Witness) -> Int, Throws> = "take"
  package let send = "send"

  package init() {}

  package func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  package func take(_ witness: Witness) throws -> Int {
    try handleCall(\.take, witness, default: -1)
  }
  package func send(_ n: Int) throws -> Int { try handleCall(\.send, params: n) }
}
