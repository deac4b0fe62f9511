import FakedTesting

/// A fake whose calls return their argument.
struct FakeLog: Faked {
  let instanceId = FakeInstance("log")
  let write: FunctionID<(String) -> String, Throws> = "write"
  init() { when(\.write) { $0 } }
  func write(_ text: String) { _ = try? handleCall(\.write, text) }
}
