import Faked

/// A fake as `generate-fakes` writes it, in a namespace because the tour has another fake with this name.
private enum Written {
  struct FakeTimeSource: TimeSource, Faked {
    let instanceId: FakeInstance
    let secondsID: FunctionID<() -> Int, Returns> = "seconds()"

    init(_ name: String? = nil) { instanceId = FakeInstance(name) }

    func seconds() -> Int { handleCall(\.secondsID) }
  }
}

extension Scene {
  static var generate: Scene {
    Scene("Generate fakes: a command writes a file for each protocol") {
      Transcript.code(
        #"""
        // swift package --allow-writing-to-package-directory generate-fakes
        struct FakeTimeSource: TimeSource, Faked {
          let instanceId: FakeInstance
          let secondsID: FunctionID<() -> Int, Returns> = "seconds()"

          init(_ name: String? = nil) { instanceId = FakeInstance(name) }

          func seconds() -> Int { handleCall(\.secondsID) }
        }
        time.when(\.secondsID).thenReturn(1, 2)
        """#)
      let time = Written.FakeTimeSource()
      time.when(\.secondsID).thenReturn(1, 2)
      try Transcript.show(
        "[time.seconds(), time.seconds()]", [time.seconds(), time.seconds()], is: [1, 2])
    }
  }
}
