import Faked
import Shapes

/// Responds to the static members of FakeCalendar.
struct FakeCalendarStatics: Faked {
  @TaskLocal static var current = FakeCalendarStatics()
  let instanceId = FakeInstance()
  let getZone: FunctionID<() -> String, Returns> = "zone.get"
  let setZone: FunctionID<(String) -> Void, Returns> = "zone.set"
  fileprivate let staticZoneValue = Captured<String>("")
  let getEvents: FunctionID<() -> [Any], Returns> = "events.get"
  let setEvents: FunctionID<([Any]) -> Void, Returns> = "events.set"
}

struct FakeCalendar<Event>: Calendar, Faked {
  let instanceId: FakeInstance

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static var zone: String {
    get {
      FakeCalendarStatics.current.handleCall(
        \.getZone, default: FakeCalendarStatics.current.staticZoneValue.value)
    }
    set {
      FakeCalendarStatics.current.staticZoneValue.value = newValue
      FakeCalendarStatics.current.handleCall(\.setZone, newValue, default: ())
    }
  }

  static var events: [Event] {
    get { FakeCalendarStatics.current.handleCall(\.getEvents, as: [Event].self) }
    set { FakeCalendarStatics.current.handleCall(\.setEvents, newValue, default: ()) }
  }
}
