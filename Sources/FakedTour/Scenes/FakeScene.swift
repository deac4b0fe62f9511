import Faked

/// The source of the current time.
protocol TimeSource: Sendable {
  /// Returns the time in seconds since 1970.
  func seconds() -> Int
}

/// A fake written by hand: a name for each function, and one line for each method.
private struct FakeTimeSource: TimeSource, Faked {
  let instanceId = FakeInstance()
  var zone = "UTC"
  let now: FunctionID<() -> Int, Returns> = "now"
  func seconds() -> Int { handleCall(\.now) }
}

extension Scene {
  static var fake: Scene {
    Scene("Write a fake, one line for each method: stub it, count its calls, check its properties")
    {
      Transcript.code(
        #"""
        struct FakeTimeSource: TimeSource, Faked {
          let instanceId = FakeInstance()
          var zone = "UTC"
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
      try Transcript.show(
        #"time.invocationCount(of: \.now)"#, time.invocationCount(of: \.now), is: 4)
      try Transcript.show(
        #"try time.assertProp("zone", expectedValue: "UTC")"#,
        time.assertProp("zone", expectedValue: "UTC"), is: true)
      try await Transcript.showError(
        #"try time.assertProp("zone", expectedValue: "CET")"#, FakedError.self, saying: "UTC"
      ) { _ = try time.assertProp("zone", expectedValue: "CET") }
      Transcript.code("time.tearDown()")
      time.tearDown()
      try Transcript.show(#"time.wasCalled(\.now)"#, time.wasCalled(\.now), is: false)
    }
  }
}
