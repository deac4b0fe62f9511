import Faked

extension Scene {
  static var stub: Scene {
    Scene("Write a fake, one line for each method, and stub it") {
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
      let time = FakeTimeSource()
      time.when(\.now) { 1_900_000_000 }
      try Transcript.show("time.seconds()", time.seconds(), is: 1_900_000_000)
      Transcript.code(#"time.when(\.now).thenReturn(1, 2)  // the last one repeats"#)
      time.when(\.now).thenReturn(1, 2)
      try Transcript.show(
        "(1...3).map { _ in time.seconds() }", (1...3).map { _ in time.seconds() }, is: [1, 2, 2])
    }
  }
}
