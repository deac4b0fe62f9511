import Faked
import Shapes

struct FakeFetcher: Fetcher, Faked {
  let instanceId = FakeInstance()
  let fetch: FunctionID<(String, @escaping Completion) -> Void, Returns> = "fetch(_:completion:)"
  let observe: FunctionID<(@escaping @MainActor @Sendable (Int) -> Void) -> Void, Returns> =
    "observe(_:)"
  let later: FunctionID<(Completion?) -> Void, Returns> = "later(_:)"

  func fetch(_ key: String, completion: @escaping Completion) {
    handleCall(\.fetch, key, completion, default: ())
  }

  func observe(_ action: @escaping @MainActor @Sendable (Int) -> Void) {
    handleCall(\.observe, action, default: ())
  }

  func later(_ action: Completion?) { handleCall(\.later, action, default: ()) }
}
