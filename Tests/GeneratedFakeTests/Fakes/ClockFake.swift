import Faked
import Shapes

/// Responds to the static members and initializers of ClockFake.
struct ClockFakeStatics: Faked {
  @TaskLocal static var current = ClockFakeStatics()
  let instanceId = FakeInstance()
  let getNow: FunctionID<() -> Int, Returns> = "now"
  let getZone: FunctionID<() -> String, Returns> = "zone.get"
  let setZone: FunctionID<(String) -> Void, Returns> = "zone.set"
  fileprivate let zoneValue = Captured<String>("")
  let sleep: FunctionID<(Int) -> Void, Returns> = "sleep(seconds:)"
  let get: FunctionID<(String) -> Int, Returns> = "subscript(_:)"
}

struct ClockFake: Clock, Faked {
  let instanceId: FakeInstance

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static var now: Int { ClockFakeStatics.current.handleCall(\.getNow) }

  static var zone: String {
    get {
      ClockFakeStatics.current.handleCall(
        \.getZone, default: ClockFakeStatics.current.zoneValue.value)
    }
    set {
      ClockFakeStatics.current.zoneValue.value = newValue
      ClockFakeStatics.current.handleCall(\.setZone, newValue, default: ())
    }
  }

  static func sleep(seconds: Int) {
    ClockFakeStatics.current.handleCall(\.sleep, seconds, default: ())
  }

  static subscript(name: String) -> Int { ClockFakeStatics.current.handleCall(\.get, name) }
}
