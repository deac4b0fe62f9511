import Faked
import Foundation
import Shapes

struct FakeMailer: Mailer, Faked {
  let instanceId = FakeInstance()
  // The IDs of reset() and flush() are resetID and flushID: an ID cannot have the name of another
  // member.
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send(_:to:)"
  let resetID: FunctionID<() -> Void, Returns> = "reset()"
  let flushID: FunctionID<() -> Bool, Returns> = "flush()"
  let filter: FunctionID<(String) -> FakeMailer, Returns> = "filter(_:)"
  let merged: FunctionID<(FakeMailer?) -> Int, Returns> = "merged(with:)"

  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader)
  }

  func reset() { handleCall(\.resetID, default: ()) }
  @discardableResult func flush() -> Bool { handleCall(\.flushID) }
  func filter(_ text: String) -> Self { handleCall(\.filter, text, default: self) }
  func merged(with other: Self?) -> Int { handleCall(\.merged, other) }
}
