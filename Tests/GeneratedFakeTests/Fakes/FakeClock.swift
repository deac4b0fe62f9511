import Faked
import Shapes

struct FakeClock: Clock, Faked {
  @TaskLocal static var current = FakeClock()
  let instanceId = FakeInstance()
  let now: FunctionID<() -> Int> = "now"
  let getZone: FunctionID<() -> String> = "zone.get"
  let setZone: FunctionID<(String) -> Void> = "zone.set"
  let sleep: FunctionID<(Int) -> Void> = "sleep"
  let get: FunctionID<(String) -> Int> = "subscript"

  static var now: Int { current.handleCall(\.now) }

  static var zone: String {
    get { current.handleCall(\.getZone) }
    set { current.handleCall(\.setZone, newValue, default: ()) }
  }

  static func sleep(seconds: Int) { current.handleCall(\.sleep, seconds, default: ()) }
  static subscript(name: String) -> Int { current.handleCall(\.get, name) }
}
