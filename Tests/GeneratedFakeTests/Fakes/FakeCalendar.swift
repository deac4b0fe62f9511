import Faked
import Shapes

/// Responds to the static members of FakeCalendar.
struct FakeCalendarStatics: Faked {
  @TaskLocal static var current = FakeCalendarStatics()
  let instanceId = FakeInstance()
  let getZone: FunctionID<() -> String, Returns> = "zone.get"
  let setZone: FunctionID<(String) -> Void, Returns> = "zone.set"
  fileprivate let staticZoneValue = Captured<String>("")
  let getMark: FunctionID<() -> Character, Returns> = "mark.get"
  let setMark: FunctionID<(Character) -> Void, Returns> = "mark.set"
  fileprivate let staticMarkValue = Captured<Character?>(nil)
  let getEvents: FunctionID<() -> [Any], Returns> = "events.get"
  let setEvents: FunctionID<([Any]) -> Void, Returns> = "events.set"
  let get: FunctionID<(String) -> Int, Returns> = "subscript(_:).get"
  let set: FunctionID<(String, Int) -> Void, Returns> = "subscript(_:).set"
  fileprivate let subscriptValues = Captured<[[AnyHashable]: Int]>([:])
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

  static var mark: Character {
    get {
      guard let value = FakeCalendarStatics.current.staticMarkValue.value else {
        return FakeCalendarStatics.current.handleCall(\.getMark)
      }
      return FakeCalendarStatics.current.handleCall(\.getMark, default: value)
    }
    set {
      FakeCalendarStatics.current.staticMarkValue.value = newValue
      FakeCalendarStatics.current.handleCall(\.setMark, newValue, default: ())
    }
  }

  static var events: [Event] {
    get { FakeCalendarStatics.current.handleCall(\.getEvents, as: [Event].self) }
    set { FakeCalendarStatics.current.handleCall(\.setEvents, newValue, default: ()) }
  }

  static subscript(day: String) -> Int {
    get {
      FakeCalendarStatics.current.handleCall(
        \.get, day, default: FakeCalendarStatics.current.subscriptValues.value[[day]] ?? 0)
    }
    set {
      FakeCalendarStatics.current.subscriptValues.withValue { $0[[day]] = newValue }
      FakeCalendarStatics.current.handleCall(\.set, day, newValue, default: ())
    }
  }
}
