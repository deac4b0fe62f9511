import Faked
import Shapes

struct FakeMailer: Mailer, Faked {
  let instanceId: FakeInstance
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send(_:to:)"
  let resetID: FunctionID<() -> Void, Returns> = "reset()"
  let flushID: FunctionID<() -> Bool, Returns> = "flush()"
  let filter: FunctionID<(String) -> FakeMailer, Returns> = "filter(_:)"
  let merged: FunctionID<(FakeMailer?) -> Int, Returns> = "merged(with:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader)
  }

  func reset() { handleCall(\.resetID, default: ()) }
  @discardableResult func flush() -> Bool { handleCall(\.flushID) }
  func filter(_ text: String) -> Self { handleCall(\.filter, text, default: self) }
  func merged(with other: Self?) -> Int { handleCall(\.merged, other) }
}
