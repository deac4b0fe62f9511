import Faked
import Shapes

struct FakeTracer: Tracer, Faked {
  let instanceId = FakeInstance()
  let debug: FunctionID<(String) -> Void, Returns> = "debug(_:)"
  let trace: FunctionID<(@escaping () -> String) -> Void, Returns> = "trace(_:)"

  func debug(_ message: @autoclosure () -> String) { handleCall(\.debug, message(), default: ()) }

  func trace(_ message: @autoclosure @escaping () -> String) {
    handleCall(\.trace, message, default: ())
  }
}
