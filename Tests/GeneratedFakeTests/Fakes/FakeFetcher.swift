import Faked
import Shapes

struct FakeFetcher: Fetcher, Faked {
  let instanceId: FakeInstance
  let fetch: FunctionID<(String, @escaping Completion) -> Void, Returns> = "fetch(_:completion:)"
  let observe: FunctionID<(@escaping @MainActor @Sendable (Int) -> Void) -> Void, Returns> =
    "observe(_:)"
  let later: FunctionID<(Completion?) -> Void, Returns> = "later(_:)"
  let debug: FunctionID<(String) -> Void, Returns> = "debug(_:)"
  let trace: FunctionID<(@escaping () -> String) -> Void, Returns> = "trace(_:)"
  let double: FunctionID<(Int) -> Int, Returns> = "double(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func fetch(_ key: String, completion: @escaping Completion) {
    handleCall(\.fetch, key, completion, default: ())
  }

  func observe(_ action: @escaping @MainActor @Sendable (Int) -> Void) {
    handleCall(\.observe, action, default: ())
  }

  func later(_ action: Completion?) { handleCall(\.later, action, default: ()) }
  func debug(_ message: @autoclosure () -> String) { handleCall(\.debug, message(), default: ()) }

  func trace(_ message: @autoclosure @escaping () -> String) {
    handleCall(\.trace, message, default: ())
  }

  func double(_ number: inout Int) { number = handleCall(\.double, number, default: number) }
}
