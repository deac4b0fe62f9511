import Faked
import Shapes

struct FakeWorker: Worker, Faked {
  struct IDs {
    let show: FunctionID<() -> Int> = "show"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let wait: FunctionID<((any Actor)?) async -> Int> = "wait"

  @MainActor func show() -> Int { handleCall(\.id.show) }
  func wait(on actor: isolated (any Actor)?) async -> Int { await handleCall(\.wait, actor) }
}
