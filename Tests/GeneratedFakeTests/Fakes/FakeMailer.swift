import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeMailer: Mailer, Faked {
  let instanceId = FakeInstance()
  // No property can be called reset or flush beside the methods: their IDs end in ID.
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send(_:to:)"
  let resetID: FunctionID<() -> Void, Returns> = "reset()"
  let flushID: FunctionID<() -> Bool, Returns> = "flush()"

  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader)
  }

  func reset() { handleCall(\.resetID, default: ()) }
  @discardableResult func flush() -> Bool { handleCall(\.flushID) }
}
