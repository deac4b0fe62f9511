import Faked
import Shapes

struct FakeWorker: Worker, Faked {
  let instanceId = FakeInstance()
  // The ID of show() is showID: an ID cannot have the name of another member.
  let showID: FunctionID<() -> Int, Returns> = "show()"
  let wait: FunctionID<((any Actor)?) -> Int, AsyncReturns> = "wait(on:)"

  @MainActor func show() -> Int { handleCall(\.showID) }
  func wait(on actor: isolated (any Actor)?) async -> Int { await handleCall(\.wait, actor) }
}
