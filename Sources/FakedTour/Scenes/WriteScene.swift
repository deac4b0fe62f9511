import Faked

/// A fake written by hand: a name for each function, and one line for each method.
struct FakeTimeSource: TimeSource, Faked {
  let instanceId = FakeInstance()
  let now: FunctionID<() -> Int, Returns> = "now"
  func seconds() -> Int { handleCall(\.now) }
}

extension Scene {
  static var write: Scene {
    Scene("Write a fake: a name for each function, one line for each method") { cast in
      Transcript.code(
        #"""
        struct FakeTimeSource: TimeSource, Faked {
          let instanceId = FakeInstance()
          let now: FunctionID<() -> Int, Returns> = "now"
          func seconds() -> Int { handleCall(\.now) }
        }
        let time = FakeTimeSource()
        time.when(\.now) { 1_900_000_000 }
        """#)
      cast.time.when(\.now) { 1_900_000_000 }
      try Transcript.show("time.seconds()", cast.time.seconds(), is: 1_900_000_000)
    }
  }
}
