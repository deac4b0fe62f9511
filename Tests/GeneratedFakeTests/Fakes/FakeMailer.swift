import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeMailer: Mailer, Faked {
  struct IDs {
    let reset: FunctionID<() -> Void> = "reset"
    let flush: FunctionID<() -> Bool> = "flush"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let send: FunctionID<(String, String) async throws -> Int> = "send"

  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader)
  }

  func reset() { handleCall(\.id.reset, default: ()) }
  @discardableResult func flush() -> Bool { handleCall(\.id.flush) }
}
