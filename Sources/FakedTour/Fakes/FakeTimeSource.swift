import Faked

/// A fake written by hand: a name for each function, and one line for each method.
struct FakeTimeSource: TimeSource, Faked {
  let instanceId = FakeInstance()
  let now: FunctionID<() -> Int, Returns> = "now"
  func seconds() -> Int { handleCall(\.now) }
}
