import Faked
import Shapes

struct FakeWorker: Worker, Faked {
  let instanceId = FakeInstance()
  // No property can be called show beside the method: its ID ends in ID.
  let showID: FunctionID<() -> Int, Returns> = "show()"
  let wait: FunctionID<((any Actor)?) -> Int, AsyncReturns> = "wait(on:)"

  @MainActor func show() -> Int { handleCall(\.showID) }
  func wait(on actor: isolated (any Actor)?) async -> Int { await handleCall(\.wait, actor) }
}
