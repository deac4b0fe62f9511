import Faked

extension Scene {
  static var stub: Scene {
    Scene("Stub: the test says what a call does") { cast in
      let time = cast.time
      Transcript.code(#"time.when(\.now).thenReturn(1, 2)  // the last one repeats"#)
      time.when(\.now).thenReturn(1, 2)
      try Transcript.show(
        "(1...3).map { _ in time.seconds() }", (1...3).map { _ in time.seconds() }, is: [1, 2, 2])
      Transcript.code(#"time.when(\.now) { 1_900_000_000 }"#)
      time.when(\.now) { 1_900_000_000 }
      try Transcript.show("time.seconds()", time.seconds(), is: 1_900_000_000)
    }
  }
}
