import Faked
import Shapes

struct ClockFake: Clock, Faked {
  @TaskLocal static var current = ClockFake()
  let instanceId: FakeInstance
  let getNow: FunctionID<() -> Int, Returns> = "now"
  let getZone: FunctionID<() -> String, Returns> = "zone.get"
  let setZone: FunctionID<(String) -> Void, Returns> = "zone.set"
  private let staticZoneValue = Captured<String>("")
  let sleep: FunctionID<(Int) -> Void, Returns> = "sleep(seconds:)"
  let get: FunctionID<(String) -> Int, Returns> = "subscript(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static var now: Int { current.handleCall(\.getNow) }

  static var zone: String {
    get { current.handleCall(\.getZone, default: current.staticZoneValue.value) }
    set {
      current.staticZoneValue.value = newValue
      current.handleCall(\.setZone, newValue, default: ())
    }
  }

  static func sleep(seconds: Int) { current.handleCall(\.sleep, seconds, default: ()) }
  static subscript(name: String) -> Int { current.handleCall(\.get, name) }
}
