import Faked

/// A fake as `generate-fakes` writes it, in a namespace because the tour has one of that name.
private enum Written {
  struct FakeTimeSource: TimeSource, Faked {
    struct IDs {
      let seconds: FunctionID<() -> Int, Returns> = "seconds"
    }

    let instanceId = FakeInstance()
    let id = IDs()

    func seconds() -> Int { handleCall(\.id.seconds) }
  }
}

extension Scene {
  static var generate: Scene {
    Scene("Or have it written: a command writes a file for each protocol") { _ in
      Transcript.code(
        #"""
        // swift package --allow-writing-to-package-directory generate-fakes
        struct FakeTimeSource: TimeSource, Faked {
          struct IDs {
            let seconds: FunctionID<() -> Int, Returns> = "seconds"
          }

          let instanceId = FakeInstance()
          let id = IDs()

          func seconds() -> Int { handleCall(\.id.seconds) }
        }
        time.when(\.id.seconds).thenReturn(1, 2)
        """#)
      let time = Written.FakeTimeSource()
      time.when(\.id.seconds).thenReturn(1, 2)
      try Transcript.show(
        "[time.seconds(), time.seconds()]", [time.seconds(), time.seconds()], is: [1, 2])
    }
  }
}
