import Faked

extension Scene {
  static var look: Scene {
    Scene("Look: what it was called with, and how that went") { cast in
      let (storage, time) = (cast.storage, cast.time)
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1), is: ["access-token", "refresh-token"])
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.succeeded)"#,
        storage.calls(to: \.set).map(\.succeeded), is: [true, true])
      try Transcript.show(
        #"time.calls(to: \.now).compactMap(\.value).prefix(3)"#,
        Array(time.calls(to: \.now).compactMap(\.value).prefix(3)), is: [1_900_000_000, 1, 2])
    }
  }
}
